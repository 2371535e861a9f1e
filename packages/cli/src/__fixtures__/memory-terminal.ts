// An in-memory terminal for a program inside this process: it does what the system does between keys, program and screen.
// inside.test.ts checks that it shows what a real one shows.
import { AsyncLocalStorage } from "node:async_hooks"
import { PassThrough, Writable } from "node:stream"
import type { Input, Output } from "../world.ts"

const CTRL_C = "\u0003"
const CTRL_D = "\u0004"

export interface TerminalHow {
  readonly columns?: number
  readonly onShown: (text: string) => void
  readonly onInterrupt: () => void
}

export class MemoryTerminal {
  readonly #how: TerminalHow
  readonly #stdin: Input & PassThrough
  readonly #stdout: Output
  /** Keys come from the test, but the program must handle them in its own world. */
  #inWorld: (<T>(work: () => T) => T) | undefined
  /** Typed before the program read stdin. */
  #early = ""
  #isRaw = false
  /** The line being typed, while the program reads whole lines. */
  #line = ""

  constructor(how: TerminalHow) {
    this.#how = how
    const setRawMode = (on: boolean) => this.#setRaw(on)
    this.#stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode })
    const write = (text: string, _encoding: string, done: () => void) => {
      this.#show(text)
      done()
    }
    const { columns } = how
    this.#stdout = Object.assign(new Writable({ decodeStrings: false, write }), {
      isTTY: true,
      ...(columns !== undefined && { columns }),
    })
  }

  /** To be called in the world of the program. */
  get stdin(): Input {
    this.#enter()
    return this.#stdin
  }

  /** To be called in the world of the program. */
  get stdout(): Output {
    this.#enter()
    return this.#stdout
  }

  type(keys: string): void {
    if (this.#inWorld === undefined) this.#early += keys
    else this.#inWorld(() => this.#take(keys))
  }

  /** Closes the terminal, as when the user is gone. */
  hangUp(): void {
    this.#stdin.end()
  }

  #enter(): void {
    if (this.#inWorld !== undefined) return
    this.#inWorld = AsyncLocalStorage.snapshot()
    this.#take(this.#early)
  }

  #take(keys: string): void {
    if (this.#stdin.writableEnded || keys === "") return
    if (this.#isRaw) this.#stdin.write(keys)
    else for (const key of keys) this.#takeKey(key)
  }

  #takeKey(key: string): void {
    if (key === CTRL_C) {
      this.#line = ""
      this.#show("^C")
      this.#how.onInterrupt()
    } else if (key === CTRL_D) this.#line === "" ? this.#stdin.end() : this.#giveLine()
    else {
      const typed = key === "\r" ? "\n" : key
      this.#show(typed < " " && typed !== "\n" ? `^${String.fromCharCode(typed.charCodeAt(0) + 64)}` : typed)
      this.#line += typed
      if (typed === "\n") this.#giveLine()
    }
  }

  #setRaw(on: boolean): void {
    this.#isRaw = on
    if (on) this.#giveLine()
  }

  #giveLine(): void {
    if (this.#line !== "") this.#stdin.write(this.#line)
    this.#line = ""
  }

  #show(text: string): void {
    this.#how.onShown(text.replaceAll("\n", "\r\n"))
  }
}
