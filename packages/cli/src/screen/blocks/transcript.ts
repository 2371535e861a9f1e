// Turns the events of a session into blocks: each event adds blocks or replaces the ones that still change.
import type { Event } from "@pawl/agent"
import { attachedIn } from "../../run/attached.ts"
import { diffOf } from "../../run/call-diff.ts"
import { lastWords } from "../../run/last-words.ts"
import { notes, partsText } from "../../run/notes.ts"
import { suggestionLines } from "../../run/suggestions.ts"
import { plain, short } from "../../terminal/plain.ts"
import type { Style } from "../../terminal/style.ts"
import type { Block, ToolBlock } from "./block.ts"
import { splitMarkdown } from "./split-markdown.ts"

export interface TranscriptHow {
  readonly style: Style
  readonly chain: readonly string[]
  readonly thinking: () => boolean
  /** Adds a block, or replaces the one of this id. */
  readonly put: (id: number, block: Block) => void
  /** The next id. Ids grow in the order of the screen. */
  readonly nextId: () => number
}

/** A running tool may write without end; only the last of it is shown before its result. */
const MAX_RUNNING = 64 * 1024

/** The question, the row of what is waited for, and the agenda show these. */
const ELSEWHERE: ReadonlySet<Event["type"]> = new Set([
  "approval-settled",
  "retry-wait",
  "model-error",
  "rate-wait",
  "plan-made",
])

export class Transcript {
  readonly #how: TranscriptHow
  readonly #noteOf: (event: Event) => string | undefined
  readonly #untoldAt = lastWords()
  readonly #tools = new Map<string, { readonly id: number; readonly block: ToolBlock }>()
  /** Calls whose preview was shown with the question. */
  readonly #asked = new Set<string>()
  /** What a person was asked, until the answer is known. */
  readonly #questions = new Map<string, string>()
  /** The blocks of the last answer: the last one grows. A nudge may take them back after the answer's end. */
  #answer: { readonly attempt: string; readonly pieces: { readonly id: number; readonly text: string }[] } | undefined
  #thought: { readonly id: number; text: string } | undefined

  constructor(how: TranscriptHow) {
    this.#how = how
    this.#noteOf = notes(how)
  }

  take(event: Event): void {
    const note = this.#noteOf(event)
    const untold = this.#untoldAt(event)
    if (event.type !== "thinking-delta") this.#thought = undefined
    if (this.#hasBlock(event)) return
    if (untold !== "") this.#put({ kind: "answer", text: plain(untold) })
    if (event.type === "turn-end") for (const line of suggestionLines(event.suggestions ?? [])) this.#note(line)
    if (note !== undefined) this.#note(note)
  }

  /** True when nothing else is said about the event. */
  #hasBlock(event: Event): boolean {
    switch (event.type) {
      case "turn-start":
      case "input-added":
        this.#said(partsText(event.input), attachedIn(event.input).unreadable)
        return true
      case "thinking-delta":
        if (this.#how.thinking()) this.#think(event.text)
        return true
      case "text-delta":
        this.#write(event.attempt, event.text)
        return true
      case "answer-discarded":
        this.#takeBack(event.attempt)
        return false
      case "approval-requested":
        this.#asked.add(event.call)
        return true
      case "question-asked":
        this.#questions.set(event.call, event.question)
        return true
      case "question-answered":
        this.#answered(event.call, event.answer)
        return true
      case "tool-call":
        if (event.ends !== true) this.#call(event)
        return true
      case "tool-output":
        this.#output(event.call, event.text)
        return true
      case "tool-result":
      case "tool-error":
        this.#finish(event)
        return true
      default:
        return ELSEWHERE.has(event.type)
    }
  }

  #said(text: string, unreadable: readonly string[]): void {
    this.#put({ kind: "said", text: plain(text) })
    for (const line of unreadable) this.#note(this.#how.style.yellow(line))
  }

  #think(text: string): void {
    this.#thought ??= { id: this.#how.nextId(), text: "" }
    this.#thought.text += plain(text)
    this.#how.put(this.#thought.id, { kind: "thinking", text: this.#thought.text })
  }

  /** Finished pieces keep their blocks; only the rest changes from now on. */
  #write(attempt: string, text: string): void {
    if (this.#answer?.attempt !== attempt) this.#answer = { attempt, pieces: [] }
    const { pieces } = this.#answer
    const open = pieces.pop() ?? { id: this.#how.nextId(), text: "" }
    const { finished, rest } = splitMarkdown(open.text + plain(text))
    for (const [at, piece] of [...finished, rest].entries()) {
      const id = at === 0 ? open.id : this.#how.nextId()
      pieces.push({ id, text: piece })
      this.#how.put(id, { kind: "answer", text: piece })
    }
  }

  #takeBack(attempt: string): void {
    if (this.#answer?.attempt !== attempt) return
    for (const { id, text } of this.#answer.pieces) this.#how.put(id, { kind: "answer", text, isTakenBack: true })
    this.#answer = undefined
  }

  #call({ call, name, arguments: given }: Extract<Event, { type: "tool-call" }>): void {
    const id = this.#tools.get(call)?.id ?? this.#how.nextId()
    const diff = this.#asked.delete(call) ? [] : diffOf(name, given)
    this.#tool(call, id, { kind: "tool", name, arguments: given, output: "", diff })
  }

  #output(call: string, text: string): void {
    const known = this.#tools.get(call)
    if (known === undefined) return
    const output = (known.block.output + plain(text)).slice(-MAX_RUNNING)
    this.#tool(call, known.id, { ...known.block, output })
  }

  #finish(event: Extract<Event, { type: "tool-result" | "tool-error" }>): void {
    const known = this.#tools.get(event.call)
    this.#tools.delete(event.call)
    // The answer of a person, or the call that ends the turn, is shown elsewhere.
    if (known === undefined && event.type === "tool-result") return
    const id = known?.id ?? this.#how.nextId()
    const begun = known?.block ?? { kind: "tool" as const, name: event.name, arguments: {}, diff: [] }
    const outcome = event.type === "tool-result" ? "ok" : event.outcome
    const output = plain(partsText(event.content)).trimEnd()
    this.#how.put(id, { ...begun, outcome, ms: event.ms, output, diff: outcome === "ok" ? begun.diff : [] })
  }

  /** One row that can be read back: the question itself is gone when the session is opened again. */
  #answered(call: string, answer: string): void {
    const question = this.#questions.get(call)
    if (question === undefined) return
    this.#questions.delete(call)
    const { yellow, dim } = this.#how.style
    this.#note(`${yellow("?")} ${dim(short(plain(question), 120))} ${short(plain(answer), 200)}`)
  }

  #tool(call: string, id: number, block: ToolBlock): void {
    this.#tools.set(call, { id, block })
    this.#how.put(id, block)
  }

  #note(text: string): void {
    this.#put({ kind: "note", text })
  }

  #put(block: Block): void {
    this.#how.put(this.#how.nextId(), block)
  }
}

/** A line that the user typed and that is no message, as a command. */
export function typedNote(line: string, { dim }: Style): Block {
  return { kind: "note", text: dim(`> ${short(line, 200)}`) }
}
