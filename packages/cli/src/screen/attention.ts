// Calls a person back to a window that is not looked at: by its title, the bell and a notification, when a turn ends or asks.
import { basename } from "node:path"
import type { Event } from "@pawl/agent"
import { out } from "../terminal/screen.ts"

const FOCUSED = "\u001b[I"
const LEFT = "\u001b[O"

/** What the title begins with, after an event. */
const MARKS: Partial<Record<Event["type"], string>> = {
  "turn-start": "\u2026 ",
  "approval-requested": "? ",
  "approval-settled": "\u2026 ",
  "question-asked": "? ",
  "question-answered": "\u2026 ",
  "turn-end": "",
}
/** A turn has ended since the window was looked at. */
const NEWS = "! "

export class Attention {
  /** Terminals that do not report it are taken for looked at. */
  #isLookedAt = true
  #mark = ""
  #name = ""
  #title: (text: string) => void = () => {}

  begin(workspace: string, title: (text: string) => void): void {
    this.#name = `pawl: ${basename(workspace)}`
    this.#title = title
    this.again()
  }

  /** After the terminal was given to others. */
  again(): void {
    this.#title(this.#mark + this.#name)
    out.control("report-focus")
  }

  end(): void {
    out.control("ignore-focus")
  }

  /** Whether the terminal says with this that it is looked at, or no longer. */
  isFocus(typed: string): boolean {
    if (typed !== FOCUSED && typed !== LEFT) return false
    this.#isLookedAt = typed === FOCUSED
    if (this.#isLookedAt && this.#mark === NEWS) this.#show("")
    return true
  }

  take({ type }: Event): void {
    const mark = MARKS[type]
    if (mark !== undefined) this.#show(type === "turn-end" && !this.#isLookedAt ? NEWS : mark)
    if (this.#isLookedAt) return
    if (type === "approval-requested" || type === "question-asked") out.control("notify-question")
    if (type === "turn-end") out.control("notify-end")
  }

  #show(mark: string): void {
    if (mark === this.#mark) return
    this.#mark = mark
    this.#title(mark + this.#name)
  }
}
