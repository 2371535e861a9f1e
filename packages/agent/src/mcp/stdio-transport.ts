// Carries the protocol's messages over a server's stdin and stdout, one JSON per line, and stops a server that floods.
import { deserializeMessage, type JSONRPCMessage, serializeMessage, type Transport } from "@modelcontextprotocol/client"
import type { StdioServer } from "./config.ts"
import { NotSent } from "./explain-errors.ts"
import { type FloodDetector, floodDetector } from "./flood-detector.ts"
import { malformedAnswer } from "./malformed-answer.ts"
import { type Ending, ServerProcess } from "./server-process.ts"
import type { Tail } from "./tail.ts"

const ENDING_MS = 500
const NEWLINE = 10
const BRACE = 123
const LINE_END = Buffer.from("\n")
// A line that looks like a message but is none takes as long to parse as this many bytes take to skip.
const PARSE_COST_BYTES = 1024
// Lines that a server logs to stdout by mistake often say why it fails. More of them than this add nothing.
const MAX_STRAY_LINES = 50

export interface StdioOptions {
  readonly stderr: Tail
  /** How much a server may write without a valid message. */
  readonly maxMessageBytes: number
}

export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  /** How the server ended. */
  ending: Ending | undefined
  readonly #server: StdioServer
  readonly #options: StdioOptions
  #process: ServerProcess | undefined
  #closed = false
  #pieces: Buffer[] = []
  #unread = 0
  #stray = 0
  #isFlooding = false
  readonly #exceedsLimit: FloodDetector

  constructor(server: StdioServer, options: StdioOptions) {
    this.#server = server
    this.#options = options
    this.#exceedsLimit = floodDetector(options.maxMessageBytes)
  }

  async start(): Promise<void> {
    const started = await ServerProcess.start(this.#server, this.#options.stderr)
    this.#process = started
    started.stdout.on("data", (chunk: Buffer) => this.#read(chunk))
    started.ended.then((how) => {
      this.ending ??= how
      this.onclose?.()
    })
    if (this.#closed) await started.stop()
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#process === undefined || this.ending !== undefined) throw new NotSent("the server is not running")
    try {
      await this.#process.write(serializeMessage(message))
    } catch (cause) {
      // The server no longer reads, so the line never reached it whole. Wait for the end of the process first: otherwise the
      // caller would take the server to be still running.
      await Promise.race([this.#process.ended, new Promise((resolve) => setTimeout(resolve, ENDING_MS).unref())])
      throw new NotSent("the server is not running", { cause })
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#process?.stop()
  }

  #read(chunk: Buffer): void {
    if (this.ending !== undefined) return
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      this.#unread += end + 1 - from
      const line = this.#lineOf(chunk.subarray(from, end))
      from = end + 1
      if (!this.#deliver(line) && this.#floods()) return
    }
    if (from === chunk.length) return
    this.#pieces.push(chunk.subarray(from))
    this.#unread += chunk.length - from
    this.#floods()
  }

  #lineOf(end: Buffer): Buffer {
    if (this.#pieces.length === 0) return end
    const line = Buffer.concat([...this.#pieces, end])
    this.#pieces = []
    return line
  }

  /** Lines that are no messages are skipped: many servers log to stdout by mistake. */
  #deliver(line: Buffer): boolean {
    if (line[0] !== BRACE) return this.#passOver(line)
    let message: JSONRPCMessage
    try {
      message = deserializeMessage(line.toString("utf8"))
    } catch {
      this.#unread += PARSE_COST_BYTES
      const refusal = malformedAnswer(line.toString("utf8"))
      if (refusal !== undefined) this.onmessage?.(refusal)
      return this.#passOver(line)
    }
    this.#unread = this.#stray = 0
    this.onmessage?.(message)
    this.#isFlooding = this.#exceedsLimit(message, line.length)
    return !this.#isFlooding
  }

  #passOver(line: Buffer): false {
    this.#stray += 1
    if (this.#stray <= MAX_STRAY_LINES) this.#options.stderr.add(Buffer.concat([line.subarray(0, 2000), LINE_END]))
    return false
  }

  #floods(): boolean {
    const { maxMessageBytes } = this.#options
    if (this.#unread <= maxMessageBytes && !this.#isFlooding) return false
    const most = maxMessageBytes >= 2 ** 20 ? `${Math.round(maxMessageBytes / 2 ** 20)} MB` : `${maxMessageBytes} bytes`
    const without = this.#unread > maxMessageBytes ? "a readable message" : "an answer"
    this.ending = { words: `it wrote more than ${most} without ${without} and was stopped`, isClean: false }
    this.#pieces = []
    void this.#process?.stop({ atOnce: true })
    return true
  }
}
