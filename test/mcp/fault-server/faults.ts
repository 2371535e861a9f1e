// The faults of the fault server, the same over both transports. A fault gets a line to the client and misuses it.
import process from "node:process"

export interface Message {
  readonly id?: number | string
  readonly method?: string
  readonly params?: {
    readonly name?: string
    readonly arguments?: Readonly<Record<string, unknown>>
    readonly _meta?: Readonly<Record<string, unknown>>
  }
}

/** One connection: a pair of pipes, or the response to one request. */
export interface Line {
  /** Sends a message as the transport encodes it. */
  send(message: object): void
  /** Sends bytes that need not be a message. False when they cannot be accepted yet. */
  raw(bytes: string): boolean
  drained(then: () => void): void
  /** Closes the connection in the middle. */
  cut(): void
  /** Makes the server forget the session from now on. */
  forget(): void
  /** The same, but this call is still answered. */
  forgetLater(): void
}

export type Fault = (message: Message, line: Line) => void

const done = (text: string) => ({ content: [{ type: "text", text }] })

export function answer({ id }: Message, line: Line, text = "done"): void {
  line.send({ id, result: done(text) })
}

/** Writes as much as the client accepts, without end. */
function flood(line: Line, write: () => boolean): void {
  const more = () => {
    for (let turn = 0; turn < 100; turn++) if (!write()) return line.drained(more)
    setImmediate(more)
  }
  more()
}

export const FAULTS: Readonly<Record<string, Fault>> = {
  good: (message, line) => answer(message, line, String(process.pid)),
  "die-before": () => process.exit(3),
  "die-after"(message, line) {
    answer(message, line)
    setTimeout(() => process.exit(3), 20)
  },
  hang: () => {},
  freeze() {
    for (;;) {
      // Blocks the process: it answers nothing, not even a ping.
    }
  },
  "answer-twice"(message, line) {
    answer(message, line)
    answer(message, line, "again")
  },
  "forged-ids"(message, line) {
    for (const id of [999_999, "abc", -1, null, {}]) line.send({ id, result: done("forged") })
    answer(message, line)
  },
  "flood-notifications": (_, line) =>
    flood(line, () => {
      line.send({ method: "notifications/message", params: { level: "info", data: "x".repeat(1000) } })
      return line.raw("")
    }),
  "flood-list-changed"(message, line) {
    for (let n = 0; n < 2000; n++) line.send({ method: "notifications/tools/list_changed" })
    answer(message, line)
  },
  "flood-progress": ({ params }, line) =>
    flood(line, () => {
      const progressToken = params?._meta?.progressToken
      line.send({ method: "notifications/progress", params: { progressToken, progress: Date.now() } })
      return line.raw("")
    }),
  "flood-stderr"(message, line) {
    for (let n = 0; n < 2000; n++) process.stderr.write(`${"e".repeat(1000)}\n`)
    answer(message, line)
  },
  garbage(message, line) {
    line.raw("Listening on port 3000\n\u0000\u0001\u0002\n[1,2\nnull\n")
    answer(message, line)
  },
  malformed(_, line) {
    line.raw('{"jsonrpc":"2.0","id":\n')
    line.cut()
  },
  "huge-line": (_, line) => flood(line, () => line.raw("x".repeat(65_536))),
  "big-result": (message, line) => answer(message, line, "x".repeat(2 * 2 ** 20)),
  "cut-off": (_, line) => line.cut(),
  "forget-us": (_, line) => line.forget(),
  "forget-later"(message, line) {
    line.forgetLater()
    answer(message, line)
  },
  "close-stdin": () => process.stdin.destroy(),
  progress({ id, params }, line) {
    let told = 0
    const timer = setInterval(() => {
      told += 1
      line.send({
        method: "notifications/progress",
        params: { progressToken: params?._meta?.progressToken, progress: told },
      })
      if (told < 8) return
      clearInterval(timer)
      line.send({ id, result: done("at last") })
    }, 200)
  },
}
