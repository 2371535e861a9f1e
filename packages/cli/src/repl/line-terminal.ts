// The terminal of the REPL, line by line: an input line, output that never disrupts it, and questions that use it.
import type { Interface } from "node:readline"
import type { Event } from "@pawl/agent"
import { withWayBack } from "../run/choices.ts"
import type { AskHow } from "../run/person.ts"
import { eraseRows, lineEditor } from "../terminal/line-editor.ts"
import { out } from "../terminal/screen.ts"
import type { Style } from "../terminal/style.ts"
import { rowsOf } from "../terminal/visible.ts"
import { world } from "../world.ts"
import { chooseByLine } from "./choose-by-line.ts"
import type { Draft } from "./draft.ts"
import { addToHistory, readHistory } from "./history.ts"
import { toOneLine } from "./paste.ts"
import { Pastes } from "./pastes.ts"
import type { Choosing, Terminal, TerminalListeners, ViewHow } from "./terminal.ts"
import { typedKeys } from "./typed-keys.ts"
import { view } from "./view.ts"

interface Ask {
  readonly prompt: string
  readonly canLeave: boolean
  readonly draft: string
  readonly resolve: (line: string | undefined) => void
}

const PROMPT = "> "

export class LineTerminal implements Terminal {
  readonly style: Style = out.style
  readonly isScreen = false
  readonly #lines: Interface
  readonly #historyPath: string
  readonly #listeners: TerminalListeners
  readonly #pastes = new Pastes()
  readonly #draft: Draft
  /** What was typed and not sent before a crash; it stands at the first prompt. */
  #left: string
  #ask: Ask | undefined
  /** The prompt and the typed text are on the screen, below all output. */
  #isShown = false
  #isAtLineStart = true
  /** A temporary line is on the screen; the next output replaces it. */
  #isPassing = false
  /** Output that waits for the end of its line, because the user is typing. */
  #held = ""
  /** Lines that ended with a backslash. */
  #begun = ""
  #isClosed = false

  constructor(historyPath: string, listeners: TerminalListeners, draft: Draft) {
    this.#historyPath = historyPath
    this.#listeners = listeners
    this.#draft = draft
    this.#left = draft.read()
    const history = readHistory(historyPath)
    const options = {
      terminal: true,
      history,
      historySize: 1000,
      removeHistoryDuplicates: true,
      completer: (line: string) => this.#complete(line),
    }
    const keys = typedKeys({
      keepPaste: (pasted) => this.#pastes.keep(pasted),
      onEscape: () => (this.#ask?.canLeave === true ? this.#answered(undefined) : listeners.onEscape()),
      onText: () => this.#makeRoom(),
      afterKeys: () => this.#keepDraft(),
    })
    this.#lines = lineEditor(out, { input: keys, ...options })
    this.#lines.setPrompt(PROMPT)
    this.#lines.on("line", (line) => this.#entered(line))
    this.#lines.on("SIGINT", () => listeners.onInterrupt())
    this.#lines.on("close", () => this.#ended())
    // Answers to questions are not messages: keep them out of the history.
    this.#lines.on("history", (entries: string[]) => void (this.#ask !== undefined && entries.shift()))
    if (out.isScreen) out.control("mark-pastes")
  }

  get columns(): number | undefined {
    return out.knownColumns
  }

  /** Text that is typed but not sent. */
  get line(): string {
    return this.#lines.line
  }

  show(how: ViewHow): (event: Event) => void {
    return view(this, how)
  }

  remember(line: string): void {
    addToHistory(this.#historyPath, toOneLine(this.#listeners.clean(line)))
  }

  /** A line said that the message is kept, and no line can be redrawn. */
  queued(): void {}

  /** Streamed text, in pieces. */
  write(text: string): void {
    if (this.#isClosed || !this.#isShown) {
      this.#put(this.#takeHeld() + text)
      return
    }
    this.#held += text
    const end = this.#held.lastIndexOf("\n") + 1
    if (end === 0) return
    this.#above(this.#held.slice(0, end))
    this.#held = this.#held.slice(end)
  }

  /** Prints on a separate line. */
  tell(line: string): void {
    const held = this.#takeHeld()
    const isInside = held === "" ? !this.#isShown && !this.#isAtLineStart : !held.endsWith("\n")
    this.write(`${held}${isInside ? "\n" : ""}${line}\n`)
  }

  /** False while the user types, and where a line cannot be overwritten. */
  get canPass(): boolean {
    return !this.#isClosed && !this.#isShown && out.isScreen
  }

  /** Shows a temporary line, which any later output replaces. */
  pass(line: string | undefined): void {
    if (!this.canPass) return
    if (!this.#isAtLineStart) this.#put("\n")
    this.#takePassing()
    if (line === undefined) return
    out.write(line)
    this.#isPassing = true
  }

  /** One row is all that can be overwritten. */
  running(): (rows: readonly string[]) => void {
    return (rows) => {
      const last = rows.at(-1)
      const [row] = last === undefined ? [] : rowsOf(last, out.columns - 1)
      this.pass(row && this.style.dim(row))
    }
  }

  prompt(): void {
    if (this.#isClosed || this.#ask !== undefined) return
    if (this.#held !== "") this.write("\n")
    if (this.#isShown) return
    this.#show(this.#begun === "" ? PROMPT : "... ")
    if (this.#left !== "") this.#lines.write(this.#pastes.keep(this.#left) ?? toOneLine(this.#left))
    this.#left = ""
  }

  clearLine(): void {
    this.#begun = ""
    this.#replaceLine("")
    this.#hide()
    this.prompt()
  }

  /** The next line is the answer; the text that was being typed comes back afterwards. */
  ask(question: string, { prefill = "", signal, canLeave = false }: AskHow): Promise<string | undefined> {
    if (this.#isClosed || signal.aborted) return Promise.resolve(undefined)
    const prompt = canLeave ? withWayBack(question) : question
    return new Promise((resolve) => {
      const draft = this.#lines.line
      if (this.#held !== "") this.write("\n")
      this.#hide()
      this.#replaceLine("")
      const end = (line: string | undefined) => {
        signal.removeEventListener("abort", leave)
        resolve(line)
      }
      const leave = () => this.#answered(undefined)
      this.#ask = { prompt, canLeave, draft, resolve: end }
      signal.addEventListener("abort", leave)
      this.#show(prompt)
      if (prefill !== "") this.#lines.write(prefill)
    })
  }

  choose(choosing: Choosing): Promise<string | undefined> {
    return chooseByLine(this, choosing)
  }

  /** Ends the input and withdraws an open question. */
  close(): void {
    if (this.#isClosed) return
    this.#lines.close()
  }

  async #complete(line: string): Promise<readonly [readonly string[], string]> {
    const found = this.#ask === undefined ? await this.#listeners.complete(line) : undefined
    return found === undefined ? [[], line] : [found.items.map(({ text }) => text), found.of]
  }

  /** While a question is open, the draft is what was typed before it. */
  #keepDraft(): void {
    if (this.#ask === undefined && !this.#isClosed) this.#draft.keep(this.#pastes.textOf(this.#begun + this.line))
  }

  /** When the user starts typing during output, show the prompt on a new line. */
  #makeRoom(): void {
    if (!this.#isShown && !this.#isClosed) this.#show(this.#lines.getPrompt())
  }

  #entered(line: string): void {
    this.#isShown = false
    this.#isAtLineStart = true
    if (this.#ask !== undefined) this.#answered(this.#pastes.textOf(line))
    else if (line.endsWith("\\")) {
      this.#begun += `${line.slice(0, -1)}\n`
      this.prompt()
    } else this.#said(line)
  }

  #said(line: string): void {
    const text = this.#pastes.textOf(this.#begun + line)
    this.#begun = ""
    // The sign of a paste means nothing to the next process.
    if (line.trim() !== "" && !this.#pastes.has(line)) addToHistory(this.#historyPath, this.#listeners.clean(line))
    this.#listeners.onLine(text)
  }

  #answered(line: string | undefined): void {
    const ask = this.#ask
    if (ask === undefined) return
    this.#hide()
    if (line === undefined) this.#replaceLine("")
    this.#ask = undefined
    this.#lines.setPrompt(PROMPT)
    if (ask.draft !== "" && !this.#isClosed) {
      this.#show(PROMPT)
      this.#lines.write(ask.draft)
    }
    ask.resolve(line)
  }

  #ended(): void {
    this.#isClosed = true
    this.#draft.flush()
    this.#takePassing()
    this.#answered(undefined)
    if (this.#isShown) out.write("\n")
    this.#isShown = false
    if (out.isScreen) out.control("unmark-pastes")
    world().stdin.pause()
    this.#listeners.onEnd()
  }

  #takePassing(): void {
    if (this.#isPassing) out.rewrite("")
    this.#isPassing = false
  }

  #show(prompt: string): void {
    this.#takePassing()
    if (!this.#isAtLineStart) this.#put("\n")
    this.#lines.setPrompt(prompt)
    this.#forgetRows()
    this.#lines.prompt(true)
    this.#isShown = true
  }

  #hide(): void {
    if (!this.#isShown) return
    if (out.isScreen) eraseRows(out, this.#lines.getCursorPos().rows)
    else out.write("\n")
    this.#isShown = false
    this.#isAtLineStart = true
  }

  #above(lines: string): void {
    this.#hide()
    this.#put(lines)
    this.#show(this.#lines.getPrompt())
  }

  #put(text: string): void {
    if (text === "") return
    this.#takePassing()
    const written = out.write(text)
    if (written !== "") this.#isAtLineStart = written.endsWith("\n")
  }

  #takeHeld(): string {
    const held = this.#held
    this.#held = ""
    return held
  }

  #replaceLine(text: string): void {
    if (this.#isClosed || this.#lines.line === text) return
    this.#lines.write(null, { ctrl: true, name: "e" })
    this.#lines.write(null, { ctrl: true, name: "u" })
    if (text !== "") this.#lines.write(text)
  }

  /** The editor remembers how many rows it drew; after other output it must not move up that far. */
  #forgetRows(): void {
    Object.assign(this.#lines, { prevRows: 0 })
  }
}
