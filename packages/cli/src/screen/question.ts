// A question in place of the input: a key for each answer, or words. What is typed before it is shown, or while it is being
// read, is never an answer: a key counts with a moment without any before and after it, so that no word of a message decides.
import { type Choice, withWayBack } from "../run/choices.ts"
import type { AskHow } from "../run/person.ts"
import { short } from "../terminal/plain.ts"
import type { Style } from "../terminal/style.ts"
import { rowsOf } from "../terminal/visible.ts"
import type { Field } from "./screen.ts"

/** Nobody reads a question faster than this. */
const READ_MS = 300

export interface QuestionPorts {
  readonly style: Style
  /** Its text is taken away while the question is open, and put back. */
  readonly field: Pick<Field, "text" | "replace">
  readonly changed: () => void
}

export class Question {
  readonly #prompt: string
  readonly #how: AskHow
  readonly #ports: QuestionPorts
  readonly #resolve: (line: string | undefined) => void
  #state: "unread" | "choosing" | "writing" = "unread"
  #draft = ""
  /** What the words that are being written begin with. */
  #lead = ""
  #chosen = -1
  #reading: NodeJS.Timeout | undefined
  /** Runs while a marked choice may still be the first letter of a word. */
  #marking: NodeJS.Timeout | undefined
  /** What was in the field when the question came. */
  #typedOver: string

  constructor(prompt: string, how: AskHow, ports: QuestionPorts, resolve: (line: string | undefined) => void) {
    this.#prompt = how.canLeave === true ? withWayBack(prompt) : prompt
    this.#how = how
    this.#ports = ports
    this.#resolve = resolve
    this.#typedOver = ports.field.text
    this.#read()
  }

  get #choices(): readonly Choice[] {
    return this.#how.choices ?? []
  }

  /** The field is the question's; until then it has the draft. */
  get hasField(): boolean {
    return this.#state !== "unread"
  }

  /** Rows above the field. What was being written is named: it must not look lost. */
  rows(width = Number.POSITIVE_INFINITY): readonly string[] {
    const rows = this.#asked(width)
    if (this.#state === "unread" || this.#draft === "") return rows
    const draft = `  (kept for afterwards: ${short(this.#draft, 60)})`
    return [...rows, this.#ports.style.dim(draft)]
  }

  #asked(width: number): readonly string[] {
    const { bold, dim, yellow } = this.#ports.style
    if (this.#state === "unread") return [dim("  (a question is waiting: it takes keys when you stop typing)")]
    if (this.#state === "writing" && this.#chosen < 0) return [yellow(this.#lead === "" ? this.#prompt.trim() : REASON)]
    const list = this.#choices.map(({ key, label }) => {
      const isWord = label.startsWith(key)
      return isWord ? `[${key}]${label.slice(key.length)}` : `${key}. ${label}`
    })
    const shown = (text: string, at: number) => (at === this.#chosen ? bold(yellow(`\u25b8 ${text}`)) : `  ${text}`)
    // Words stand in one row, sentences below each other. On a narrow screen nothing of it may be missing.
    const isWords = this.#choices.every(({ label }) => label.length < 10)
    const hints = (this.#how.hints ?? []).flatMap((hint) => (width < hint.length ? rowsOf(hint, width) : [hint]))
    return [...hints.map((hint) => dim(hint)), ...packed(list, isWords ? width : 0, shown)]
  }

  /** True when the key is for the question. */
  takes(name: string | undefined): boolean {
    if (this.#state === "unread") {
      this.#read()
      // A line that ends just as the question comes may be meant for the one before: it stays in the field.
      return name === "enter"
    }
    return this.#state === "choosing" ? this.#choose(name) : this.#select(name)
  }

  /** A line that was entered while it is open; false if it is not for the question. */
  enters(line: string): boolean {
    if (this.#state !== "writing") return false
    this.#answer(`${this.#lead}${line}`.trimEnd())
    return true
  }

  /** Escape: from the words of an answer back to the choices, or out of a question that may be left. False: out of neither. */
  goesBack(): boolean {
    const isReason = this.#state === "writing" && this.#lead !== ""
    if (isReason) {
      this.#lead = ""
      this.#state = "choosing"
      this.#ports.field.replace("")
      this.#ports.changed()
    } else if (this.#how.canLeave === true) this.end()
    else return false
    return true
  }

  end(): void {
    this.#answer(undefined)
  }

  #choose(name: string | undefined): boolean {
    // What was marked is decided by a moment without a key, or by Enter.
    const isMarked = this.#marking !== undefined
    this.#settle()
    if (name === "enter") this.#take(this.#choices[this.#chosen])
    else if (this.#moves(name)) this.#ports.changed()
    else if (isText(name)) return this.#letter(name, isMarked)
    // Other keys that mean nothing here must not become a message; those with Ctrl or Alt have their own meaning.
    return name?.includes("+") !== true
  }

  /** A letter alone is a choice. With others before or after it, it is part of a text, which goes to the field. */
  #letter(name: string | undefined, isMarked: boolean): boolean {
    const at = this.#choices.findIndex(({ key }) => key === name?.toLowerCase())
    if (at >= 0 && !isMarked) {
      this.#chosen = at
      this.#mark(() => this.#take(this.#choices[at]))
      this.#ports.changed()
      return true
    }
    const before = isMarked ? (this.#choices[this.#chosen]?.key ?? "") : ""
    this.#chosen = -1
    this.#state = "unread"
    this.#typedOver = this.#draft
    this.#ports.field.replace(`${this.#draft}${before}`)
    this.#read()
    this.#ports.changed()
    return false
  }

  /** Among answers that may also be given in own words: by number, if no other key follows, or by arrow. */
  #select(name: string | undefined): boolean {
    this.#settle()
    if (!this.#isUntouched() || this.#how.isFree !== true) return false
    if (name === "enter" && this.#chosen >= 0) {
      this.#take(this.#choices[this.#chosen])
      return true
    }
    if (this.#moves(name)) {
      this.#ports.changed()
      return true
    }
    const choice = this.#choices.find(({ key }) => key === name)
    if (choice !== undefined) this.#mark(() => this.#ports.field.text === choice.key && this.#take(choice))
    return false
  }

  /** An arrow marks the next one. */
  #moves(name: string | undefined): boolean {
    const step = name === "right" || name === "down" ? 1 : name === "left" || name === "up" ? -1 : 0
    const many = this.#choices.length
    if (step === 0 || many === 0) return false
    this.#chosen = this.#chosen < 0 && step < 0 ? many - 1 : (this.#chosen + step + many) % many
    return true
  }

  #take(choice: Choice | undefined): void {
    if (choice?.takesMore === true) this.#write(`${choice.line} `)
    else if (choice !== undefined) this.#answer(choice.line)
    this.#ports.changed()
  }

  #mark(then: () => void): void {
    this.#marking = setTimeout(() => {
      this.#marking = undefined
      then()
    }, READ_MS)
  }

  #settle(): void {
    clearTimeout(this.#marking)
    this.#marking = undefined
  }

  #isUntouched(): boolean {
    return this.#ports.field.text === ""
  }

  #read(): void {
    clearTimeout(this.#reading)
    this.#reading = setTimeout(() => this.#open(), READ_MS)
  }

  #open(): void {
    this.#draft = this.#withoutEarly(this.#ports.field.text)
    const { prefill = "", choices = [], isFree = false } = this.#how
    this.#state = choices.length === 0 || isFree ? "writing" : "choosing"
    this.#ports.field.replace(prefill)
    this.#ports.changed()
  }

  /** A single letter that was typed as the question came was meant as an answer, not as a message. */
  #withoutEarly(text: string): string {
    const before = this.#typedOver
    const typed = text.startsWith(before) ? text.slice(before.length) : text
    const isEarly = this.#how.isFree !== true && this.#choices.some(({ key }) => key === typed.toLowerCase())
    return isEarly ? before : text
  }

  #write(lead: string): void {
    this.#lead = lead
    this.#chosen = -1
    this.#state = "writing"
  }

  #answer(line: string | undefined): void {
    clearTimeout(this.#reading)
    this.#settle()
    if (this.#state !== "unread") this.#ports.field.replace(this.#draft)
    this.#resolve(line)
  }
}

/** Resolves with the answer. `show` gets the question while it is open, and undefined at its end. */
export function askedOn(
  prompt: string,
  how: AskHow,
  ports: QuestionPorts,
  show: (question: Question | undefined) => void,
): Promise<string | undefined> {
  const { signal } = how
  return new Promise((resolve) => {
    const leave = () => question.end()
    const question = new Question(prompt, how, ports, (line) => {
      signal.removeEventListener("abort", leave)
      show(undefined)
      resolve(line)
    })
    signal.addEventListener("abort", leave)
    show(question)
  })
}

/** As many in a row as fit. */
function packed(
  texts: readonly string[],
  width: number,
  shown: (text: string, at: number) => string,
): readonly string[] {
  const rows: string[][] = []
  let left = 0
  for (const [at, text] of texts.entries()) {
    if (text.length + 3 > left) {
      rows.push([])
      left = width + 1
    }
    rows.at(-1)?.push(shown(text, at))
    left -= text.length + 3
  }
  return rows.map((row) => row.join(" "))
}

/** It would stand in the field: a letter, or a text that was pasted. */
function isText(name: string | undefined): boolean {
  return name === undefined || name === "space" || [...name].length === 1
}

const REASON = "the reason, for the model (Enter: none, Esc goes back)"
