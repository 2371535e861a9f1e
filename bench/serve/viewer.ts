// One viewer of a session: comes back whenever it is cut, and keeps what it was told, to be compared with the log.
import { get, type IncomingMessage } from "node:http"

export interface Told {
  /** The durable events, as "position type". */
  readonly durable: string[]
  /** The text of each answer that counts. */
  readonly texts: Map<string, string>
}

export interface ViewerOptions {
  readonly url: string
  readonly session: string
  /** Cut the connection now and then. */
  readonly isCut: boolean
  /** Stop reading now and then. */
  readonly isSlow: boolean
  readonly onDelay: (ms: number) => void
}

const PASSING = /^(text|thinking)-(start|delta|end)$|^(answer-discarded|retry-wait|tool-output|error)$/
/** Text that is older when the connection begins is no measure of delay. */
const REPLAY_MS = 500

export class Viewer implements Told {
  readonly durable: string[] = []
  readonly texts = new Map<string, string>()
  readonly over: Promise<void>
  readonly #options: ViewerOptions
  #position = "0"
  #text = ""
  #since = 0
  #response: IncomingMessage | undefined
  #isOver = false
  #end = () => {}
  cuts = 0

  constructor(options: ViewerOptions) {
    this.#options = options
    this.over = new Promise((resolve) => {
      this.#end = resolve
    })
    this.#connect()
  }

  #connect(): void {
    if (this.#isOver) return
    const { url, session } = this.#options
    this.#text = ""
    this.#since = performance.now()
    const headers = { "last-event-id": this.#position }
    const request = get(`${url}/v1/sessions/${session}/events`, { headers, agent: false }, (response) => {
      this.#response = response
      response.setEncoding("utf8")
      response.on("data", (text: string) => this.#read(text))
      response.on("close", () => this.#again(5))
      this.#disturb(response)
    })
    request.on("error", () => this.#again(50))
  }

  #again(ms: number): void {
    this.#response = undefined
    setTimeout(() => this.#connect(), ms)
  }

  #disturb(response: IncomingMessage): void {
    const { isCut, isSlow } = this.#options
    if (isCut)
      setTimeout(
        () => {
          if (this.#response !== response || this.#isOver) return
          this.cuts++
          response.destroy()
        },
        between(1000, 6000),
      )
    if (isSlow)
      setTimeout(() => response.pause() && setTimeout(() => response.resume(), between(500, 2000)), between(500, 2000))
  }

  #read(text: string): void {
    this.#text += text
    for (;;) {
      const end = this.#text.indexOf("\n\n")
      if (end < 0 || this.#isOver) return
      const block = this.#text.slice(0, end)
      this.#text = this.#text.slice(end + 2)
      const data = block.indexOf("\ndata: ")
      if (data >= 0) this.#take(JSON.parse(block.slice(data + 7)))
    }
  }

  #take({ type, position, attempt, text }: { type: string; position: string; attempt: string; text: string }): void {
    this.#position = position ?? this.#position
    if (!PASSING.test(type)) this.durable.push(`${position} ${type}`)
    if (type === "answer-discarded") this.texts.delete(attempt)
    if (type === "text-delta") {
      this.texts.set(attempt, (this.texts.get(attempt) ?? "") + text)
      this.#measure(text)
    }
    if (type !== "turn-end") return
    this.#isOver = true
    this.#response?.destroy()
    this.#end()
  }

  #measure(text: string): void {
    if (this.#options.isSlow || performance.now() - this.#since < REPLAY_MS) return
    const now = Date.now()
    for (const word of text.trim().split(" ")) this.#options.onDelay(now - Number(word))
  }
}

function between(low: number, high: number): number {
  return low + Math.random() * (high - low)
}
