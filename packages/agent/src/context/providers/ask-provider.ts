// Queries one provider once, within a time limit. Every outcome, also a failure, is returned as a value.
import type { Clock } from "../../contracts/clock.ts"
import { redact } from "../../secrets/redact.ts"
import { cut } from "./cut-text.ts"
import type { ContextProvider, ProviderContext } from "./provider.ts"

export type ProviderOutcome =
  | { readonly kind: "never-asked" }
  | { readonly kind: "not-eligible" }
  | { readonly kind: "gave"; readonly ms: number; readonly value: unknown }
  | { readonly kind: "nothing"; readonly ms: number }
  | { readonly kind: "failed"; readonly ms: number; readonly error: string }
  | { readonly kind: "timed-out"; readonly ms: number }
  /** The turn was cancelled in the meantime. */
  | { readonly kind: "cancelled" }

export interface Asking {
  readonly about: ProviderContext
  readonly clock: Clock
  readonly timeoutMs: number
  /** Aborts when the time limit of all providers together is over. */
  readonly over: AbortSignal
}

export function askProvider(
  provider: ContextProvider,
  { about, clock, timeoutMs, over }: Asking,
): Promise<ProviderOutcome> {
  const { promise, resolve } = Promise.withResolvers<ProviderOutcome>()
  const own = new AbortController()
  const from = clock.monotonic()
  const ms = () => Math.round(clock.monotonic() - from)

  let isSettled = false
  const settle = (outcome: ProviderOutcome) => {
    if (isSettled) return
    isSettled = true
    cancelTimer()
    about.signal.removeEventListener("abort", cancelled)
    over.removeEventListener("abort", timedOut)
    resolve(outcome)
    if (outcome.kind === "timed-out" || outcome.kind === "cancelled") own.abort()
  }
  // Runs after pending callbacks: while one provider blocked the thread, answers of others may have arrived.
  const timedOut = () => void setImmediate(() => settle({ kind: "timed-out", ms: ms() }))
  const cancelled = () => settle({ kind: "cancelled" })
  const cancelTimer = clock.after(timeoutMs, timedOut)
  over.addEventListener("abort", timedOut, { once: true })
  about.signal.addEventListener("abort", cancelled, { once: true })

  if (about.signal.aborted) cancelled()
  else {
    fetchIfEligible(provider, { ...about, signal: own.signal }).then(
      (fetched) => settle(fetched === "not-eligible" ? { kind: fetched } : gave(fetched.value, ms())),
      (error: unknown) => settle({ kind: "failed", ms: ms(), error: describe(error) }),
    )
  }
  return promise
}

/** Async, so that a synchronous throw becomes a rejection. */
async function fetchIfEligible(provider: ContextProvider, about: ProviderContext) {
  if (provider.isEligible !== undefined && !(await provider.isEligible(about))) return "not-eligible"
  about.signal.throwIfAborted()
  return { value: await provider.fetch(about) }
}

function gave(value: unknown, ms: number): ProviderOutcome {
  const isNothing = value === undefined || value === null || (typeof value === "string" && value.trim() === "")
  return isNothing ? { kind: "nothing", ms } : { kind: "gave", ms, value }
}

const MAX_ERROR_CHARS = 300

/** Any value can be thrown, even one that cannot be converted to text. */
function describe(error: unknown): string {
  try {
    return cut(redact(error instanceof Error ? error.message : String(error)), MAX_ERROR_CHARS)
  } catch {
    return "It threw something that has no text."
  }
}
