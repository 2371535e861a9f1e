// The terminal of the REPL as a screen: events become blocks above the input, and keys become what the line REPL does, too.
import type { Event } from "@pawl/agent"
import { Draft } from "../repl/draft.ts"
import type { Choosing, QueuedLine, Terminal, TerminalListeners, ViewHow } from "../repl/terminal.ts"
import type { AskHow } from "../run/person.ts"
import { out } from "../terminal/screen.ts"
import { world } from "../world.ts"
import { Attention } from "./attention.ts"
import { typedNote } from "./blocks/transcript.ts"
import { Chooser } from "./chooser.ts"
import { pastedImage } from "./clipboard.ts"
import { Earlier } from "./earlier.ts"
import { KEYS, type KeyAction, keyHelp } from "./keys.ts"
import { inEditor, ownEditor, suspended } from "./outside.ts"
import { askedOn, type Question } from "./question.ts"
import { Queue } from "./queue.ts"
import { queueRows } from "./queue-rows.ts"
import { RunningRows } from "./running.ts"
import type { ScreenListeners, ScreenPort } from "./screen.ts"
import { SessionView } from "./session-view.ts"
import { Twice } from "./twice.ts"

export interface ScreenPlace {
  /** The file of earlier messages. */
  readonly history: string
  readonly workspace: string
  /** The folder of what was typed and not sent. */
  readonly drafts: string
  /** The folder of pasted images. */
  readonly pastes: string
}

const TICK_MS = 125
/** It was pasted: all of it in the field would make each key slow. */
const LONG_DRAFT_CHARS = 20_000
const ADOPTIONS = 30
const ADOPTION_MS = 500

export async function screenTerminal(place: ScreenPlace, listeners: TerminalListeners): Promise<Terminal> {
  const { tuiScreen } = await import("./tui/tui-screen.ts")
  return new ScreenTerminal(place, listeners, tuiScreen)
}

export class ScreenTerminal implements Terminal {
  readonly style = out.style
  readonly isScreen = true
  readonly #place: ScreenPlace
  readonly #listeners: TerminalListeners
  readonly #screen: ScreenPort
  readonly #draft: Draft
  readonly #attention = new Attention()
  readonly #chooser: Chooser
  readonly #queue: Queue
  readonly #earlier: Earlier
  #view: SessionView | undefined
  #question: Question | undefined
  #lastId = 0
  #isUnfolded = false
  #isClosed = false
  readonly #escapes = new Twice()
  readonly #running = new RunningRows(() => this.#refresh())
  #ticking: NodeJS.Timeout | undefined
  #adopting: NodeJS.Timeout | undefined

  constructor(place: ScreenPlace, listeners: TerminalListeners, make: (own: ScreenListeners) => ScreenPort) {
    this.#place = place
    this.#listeners = listeners
    this.#draft = new Draft(place.drafts, place.workspace, listeners.clean)
    this.#screen = make({
      onSubmit: (text) => this.#entered(text),
      onChange: () => this.#changed(),
      onKey: (name, typed) => this.#key(name, typed),
      complete: listeners.complete,
    })
    this.#chooser = new Chooser({ style: this.style, rows: () => this.#screen.rows, changed: () => this.#refresh() })
    this.#queue = new Queue({
      actions: listeners.queue,
      edit: (text) => this.#screen.field.insert(text),
      changed: () => this.#refresh(),
      trouble: (error) => this.#trouble(error),
    })
    this.#earlier = new Earlier(place.history)
    for (const line of this.#earlier.lines.toReversed()) this.#screen.field.remember(line)
    world().stdin.on("end", () => listeners.onEnd())
    this.#screen.start()
    this.#attention.begin(place.workspace, (title) => this.#screen.title(title))
    this.#takeUp(ADOPTIONS)
    this.#refresh()
  }

  #changed(): void {
    if (this.#question?.hasField !== true) this.#draft.keep(this.#screen.field.text)
  }

  /** The process of a window that was closed a moment ago may still be ending: its draft is looked for again. */
  #takeUp(times: number): void {
    const { field } = this.#screen
    const draft = field.text === "" && this.#question === undefined ? this.#draft.read() : ""
    if (draft.length > LONG_DRAFT_CHARS) field.paste(draft)
    else if (draft !== "") field.replace(draft)
    else if (times > 0) this.#adopting = setTimeout(() => this.#takeUp(times - 1), ADOPTION_MS).unref()
  }

  get columns(): number {
    return this.#screen.columns
  }

  get line(): string {
    return this.#screen.field.text
  }

  tell(line: string): void {
    if (this.#isClosed) out.line(line)
    else this.#screen.put(this.#nextId(), { kind: "note", text: line })
  }

  running(): (rows: readonly string[]) => void {
    return this.#running.begin()
  }

  show(how: ViewHow): (event: Event) => void {
    const view = new SessionView(how, {
      style: this.style,
      nextId: () => this.#nextId(),
      put: (id, block) => this.#screen.put(id, block),
    })
    this.#view = view
    return (event) => {
      if (this.#isClosed) return
      view.take(event)
      this.#attention.take(event)
      this.#refresh()
    }
  }

  remember(text: string): void {
    const kept = this.#listeners.clean(text)
    this.#earlier.add(kept)
    this.#screen.field.remember(kept)
  }

  queued(messages: readonly QueuedLine[]): void {
    this.#queue.show(messages)
    this.#refresh()
  }

  /** The field is always there. */
  prompt(): void {
    this.#refresh()
  }

  clearLine(): void {
    this.#queue.forgetEdited()
    this.#screen.field.replace("")
  }

  async ask(prompt: string, how: AskHow): Promise<string | undefined> {
    await this.#chooser.closed
    if (this.#isClosed || how.signal.aborted) return undefined
    const ports = { style: this.style, field: this.#screen.field, changed: () => this.#refresh() }
    return askedOn(prompt, how, ports, (question) => {
      this.#question = question
      this.#refresh()
    })
  }

  choose(choosing: Choosing): Promise<string | undefined> {
    return this.#isClosed ? Promise.resolve(undefined) : this.#chooser.choose(choosing)
  }

  close(): void {
    if (this.#isClosed) return
    this.#question?.end()
    this.#chooser.leave()
    this.#isClosed = true
    clearInterval(this.#ticking)
    clearTimeout(this.#adopting)
    this.#draft.flush()
    this.#attention.end()
    this.#screen.end()
  }

  #nextId(): number {
    return ++this.#lastId
  }

  /** Draws the rows around the field anew, and again while a turn runs. */
  #refresh(): void {
    if (this.#isClosed) return
    this.#screen.above((width) => this.#rowsAbove(width))
    this.#screen.below((width) => this.#view?.rowsBelow(width, this.#queue.size) ?? [])
    if (this.#view?.isBusy === true) this.#ticking ??= setInterval(() => this.#screen.draw(), TICK_MS)
    else {
      clearInterval(this.#ticking)
      this.#ticking = undefined
    }
  }

  #rowsAbove(width: number): readonly string[] {
    return [
      ...(this.#view?.rowsAbove() ?? []),
      ...this.#running.rows().map(this.style.dim),
      ...queueRows(this.#queue, this.style, width),
      ...(this.#chooser.rows(width) ?? this.#question?.rows(width) ?? []),
    ]
  }

  #entered(text: string): void {
    if (this.#question?.enters(text) === true) return
    if (text.trim() === "") return
    this.remember(text)
    // A message is shown when its turn begins; until then it is in the queue.
    if (/^[/!]/.test(text)) this.#screen.put(this.#nextId(), typedNote(text, this.style))
    this.#listeners.onLine(text)
  }

  #key(name: string | undefined, typed: string): boolean {
    if (this.#attention.isFocus(typed)) return true
    // Two presses of Escape that arrive at once, as over a slow line.
    if (typed === "\u001b\u001b") return this.#key("escape", "\u001b") && this.#key("escape", "\u001b")
    if (this.#chooser.takes(name, typed)) return true
    const { field } = this.#screen
    if (typed === "?" && field.text === "" && this.#question === undefined) {
      this.tell(keyHelp(this.columns))
      return true
    }
    const known = name === undefined ? undefined : KEYS[name]
    const isAlways = known?.action === "interrupt" || known?.action === "escape" || known?.action === "suspend"
    if (!isAlways && this.#question?.takes(name) === true) return true
    if (this.#queue.takes(name)) return true
    if (known === undefined || (known.whenEmpty === true && field.text !== "")) return false
    if (field.isMenuOpen && (name === "escape" || name === "up")) return false
    if (name === "escape" && this.#question?.goesBack() === true) return true
    return this.#act(known.action)
  }

  /** False: the field gets the key. */
  #act(action: KeyAction): boolean {
    const { field } = this.#screen
    const actions: Readonly<Record<KeyAction, () => unknown>> = {
      interrupt: () => (field.text === "" ? this.#listeners.onInterrupt() : this.clearLine()),
      end: () => this.#listeners.onEnd(),
      escape: () => this.#escape(),
      unfold: () => this.#unfold(!this.#isUnfolded),
      mode: () => {
        this.#listeners.onMode()
        this.#refresh()
      },
      search: () => this.#chooser.searchHistory(this.#earlier.lines, field),
      editor: () => this.#edit(),
      suspend: () => suspended(this.#screen),
      "send-now": () => this.#queue.sendFirst(),
      "paste-image": () => this.#pasteImage(),
      redraw: () => this.#unfold(this.#isUnfolded),
      queue: () => this.#queue.begin(),
    }
    return actions[action]() !== false
  }

  #unfold(isUnfolded: boolean): void {
    this.#isUnfolded = isUnfolded
    this.#screen.unfold(isUnfolded)
  }

  /** Between turns two presses offer to go back. */
  #escape(): void {
    if (this.#listeners.onEscape()) return
    const isTwice = this.#escapes.press()
    if (!isTwice || this.#view?.isBusy === true || this.#screen.field.text !== "") return
    this.#listeners.onLine("/rewind")
  }

  async #edit(): Promise<void> {
    const { field } = this.#screen
    const text = await this.#inEditor(field.text, "message.md")
    if (text !== undefined) field.replace(text)
  }

  /** Arguments of a call are edited there, if the user has set an editor. */
  async edit(text: string): Promise<string | undefined> {
    return ownEditor() === undefined ? undefined : this.#inEditor(text, "arguments.json")
  }

  async #inEditor(text: string, name: string): Promise<string | undefined> {
    try {
      return await inEditor(this.#screen, text, name)
    } catch (error) {
      this.#trouble(error)
      return undefined
    } finally {
      this.#attention.again()
    }
  }

  async #pasteImage(): Promise<void> {
    const pasted = await pastedImage(this.#place.pastes)
    if ("problem" in pasted) return this.tell(this.style.yellow(pasted.problem))
    this.#screen.field.insert(/\s/.test(pasted.path) ? `@"${pasted.path}" ` : `@${pasted.path} `)
  }

  #trouble(error: unknown): void {
    this.tell(this.style.red(error instanceof Error ? error.message : String(error)))
  }
}
