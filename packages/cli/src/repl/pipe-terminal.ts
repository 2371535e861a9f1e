// The terminal of the REPL where there is none: `--plain` through a pipe. Lines are taken one after the other, each when the
// one before it is done, and everything is written in the order in which it happens.
import { createInterface, type Interface } from "node:readline"
import type { Event } from "@pawl/agent"
import type { AskHow } from "../run/person.ts"
import { short } from "../terminal/plain.ts"
import { out } from "../terminal/screen.ts"
import { world } from "../world.ts"
import { chooseByLine } from "./choose-by-line.ts"
import type { Choosing, Terminal, TerminalListeners, ViewHow } from "./terminal.ts"
import { view } from "./view.ts"

export class PipeTerminal implements Terminal {
  readonly style = out.style
  readonly columns = undefined
  readonly line = ""
  readonly isScreen = false
  readonly canPass = false
  readonly #listeners: TerminalListeners
  readonly #lines: Interface
  readonly #waiting: string[] = []
  #answer: ((line: string | undefined) => void) | undefined
  /** The one before is done. */
  #isReady = false
  #isOver = false
  #isClosed = false
  #isAtLineStart = true

  constructor(listeners: TerminalListeners) {
    this.#listeners = listeners
    this.#lines = createInterface({ input: world().stdin, terminal: false })
    this.#lines.on("line", (line) => this.#entered(line)).on("close", () => this.#ended())
  }

  show(how: ViewHow): (event: Event) => void {
    return view(this, how)
  }

  queued(): void {}

  remember(): void {}

  clearLine(): void {}

  /** What was written once stays. */
  running(): () => void {
    return () => {}
  }

  pass(): void {}

  write(text: string): void {
    const written = out.write(text)
    if (written !== "") this.#isAtLineStart = written.endsWith("\n")
  }

  tell(line: string): void {
    this.write(`${this.#isAtLineStart ? "" : "\n"}${line}\n`)
  }

  prompt(): void {
    this.#isReady = true
    this.#next()
  }

  ask(prompt: string, { signal }: AskHow): Promise<string | undefined> {
    if (signal.aborted || this.#isClosed) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      const leave = () => this.#answer?.(undefined)
      this.#answer = (line) => {
        signal.removeEventListener("abort", leave)
        this.#answer = undefined
        this.tell(`${prompt}${line ?? ""}`)
        resolve(line)
      }
      signal.addEventListener("abort", leave)
      this.#next()
    })
  }

  choose(choosing: Choosing): Promise<string | undefined> {
    return chooseByLine(this, choosing)
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#answer?.(undefined)
    this.#lines.close()
    world().stdin.pause()
  }

  #entered(line: string): void {
    // It would come too late after the turn that it stops.
    if (line.trim() === "/stop") this.#listeners.onLine(line)
    else this.#waiting.push(line)
    this.#next()
  }

  #ended(): void {
    this.#isOver = true
    this.#next()
  }

  /** Takes the next line, if it is wanted. */
  #next(): void {
    if (this.#isClosed || (this.#answer === undefined && !this.#isReady)) return
    const line = this.#waiting.shift()
    if (line === undefined) {
      if (!this.#isOver) return
      // A question stays open for another process.
      if (this.#answer !== undefined) this.#answer(undefined)
      this.#isReady = false
      this.#listeners.onEnd()
    } else if (this.#answer !== undefined) this.#answer(line)
    else {
      this.#isReady = false
      this.tell(this.style.bold(`> ${short(line, 500)}`))
      this.#listeners.onLine(line)
    }
  }
}
