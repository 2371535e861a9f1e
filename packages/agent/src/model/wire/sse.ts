// Splits bytes into server-sent events. The bytes may be split anywhere, even inside a character or between CR and LF.
import { StringDecoder } from "node:string_decoder"

const COLON = 58
const SPACE = 32
const LINE_FEED = 10

export class SseSplitter {
  readonly #onData: (data: string) => void
  #decoder: StringDecoder | undefined
  /**
   * The line so far. It grows by `+=` and is searched only when complete, which keeps the cost linear for any piece
   * size.
   */
  #line = ""
  #data: string | undefined
  #skipLineFeed = false
  #begun = false

  /**
   * `onData` receives the data of each event. The event's name is not passed on, as both formats repeat it in the data.
   */
  constructor(onData: (data: string) => void) {
    this.#onData = onData
  }

  write(bytes: Buffer): void {
    let text = this.#withoutReturns(this.#decode(bytes))
    if (!this.#begun && text !== "") {
      this.#begun = true
      if (text.charCodeAt(0) === 0xfeff) text = text.slice(1)
    }
    let from = 0
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      // Nearly every event is one line, and the blank line after it.
      const isEvent = text.charCodeAt(end + 1) === LINE_FEED && text.startsWith("data: ", from)
      if (isEvent && this.#line === "" && this.#data === undefined) {
        this.#onData(text.slice(from + 6, end))
        from = end + 2
        continue
      }
      const line = this.#line + text.slice(from, end)
      this.#line = ""
      this.#take(line)
      from = end + 1
    }
    if (from < text.length) this.#line += from === 0 ? text : text.slice(from)
  }

  /** The data of a last event without its closing blank line: complete, or cut short. */
  end(): string | undefined {
    const line = this.#line + (this.#decoder?.end() ?? "")
    this.#line = ""
    if (line !== "") this.#take(line)
    const data = this.#data
    this.#data = undefined
    return data
  }

  #decode(bytes: Buffer): string {
    // Nearly every piece ends with a whole character, and needs no stateful decoder.
    if (this.#decoder === undefined && (bytes[bytes.length - 1] ?? 0) < 0x80) return bytes.toString()
    this.#decoder ??= new StringDecoder("utf8")
    return this.#decoder.write(bytes)
  }

  #withoutReturns(text: string): string {
    if (text === "") return text
    const rest = this.#skipLineFeed && text.charCodeAt(0) === 10 ? text.slice(1) : text
    this.#skipLineFeed = false
    if (!rest.includes("\r")) return rest
    this.#skipLineFeed = rest.endsWith("\r")
    return rest.replace(/\r\n?/g, "\n")
  }

  #take(line: string): void {
    if (line === "") {
      const data = this.#data
      this.#data = undefined
      if (data !== undefined) this.#onData(data)
      return
    }
    const value = line.startsWith("data") ? valueIn(line) : undefined
    if (value !== undefined) this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`
  }
}

/** What stands behind the field's name; undefined for a field whose name only begins like this. */
function valueIn(line: string): string | undefined {
  if (line === "data") return ""
  if (line.charCodeAt(4) !== COLON) return undefined
  return line.slice(line.charCodeAt(5) === SPACE ? 6 : 5)
}
