// The client of the payment provider, which makes refunds and knows them by the key that came with them.
const URL_OF_PAYMENTS = process.env.PAYMENTS_URL ?? "http://127.0.0.1:4000"

export interface Refund {
  readonly key: string
  readonly order: number
  readonly cents: number
}

/** Pays back. The key names the call, so that both sides recognise it after a crash. */
export async function refund(asked: Refund, signal: AbortSignal): Promise<void> {
  const response = await fetch(`${URL_OF_PAYMENTS}/refunds`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": `support-service/${process.pid}` },
    body: JSON.stringify(asked),
    signal,
  })
  if (!response.ok) throw new Error(`The payment provider answered with status ${response.status}.`)
}

/** Whether the refund with this key was made. */
export async function wasRefunded(key: string, signal: AbortSignal): Promise<boolean> {
  const response = await fetch(`${URL_OF_PAYMENTS}/refunds/${encodeURIComponent(key)}`, { signal })
  return response.ok
}
