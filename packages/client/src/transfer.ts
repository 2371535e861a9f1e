// A whole session as lines of JSON: from a server, and to one.
import type { Transport } from "./transport.ts"
import type { Imported } from "./wire.ts"

export async function* exported(transport: Transport, id: string): AsyncGenerator<string, void, void> {
  const { body } = await transport.response("sessions.export", { params: { session: id } })
  if (body === null) return
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ""
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => transport.broken(cause))
      const lines = (text + decoder.decode(value, { stream: !done })).split("\n")
      text = lines.pop() ?? ""
      yield* lines
      if (done) break
    }
    if (text !== "") yield text
  } finally {
    reader.cancel().catch(() => {})
  }
}

/** Sent as a whole: not every browser sends a stream. */
export async function imported(
  transport: Transport,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<Imported> {
  const all: string[] = []
  for await (const line of lines) all.push(`${line}\n`)
  const raw = { type: "application/x-ndjson", body: all.join("") }
  return transport.call("sessions.import", {}, { raw })
}
