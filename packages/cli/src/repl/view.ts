// Renders the session's events in the REPL.
import type { Event, Part } from "@pawl/agent"
import { attachedIn } from "../run/attached.ts"
import { lastWords } from "../run/last-words.ts"
import { notes, partsText } from "../run/notes.ts"
import { suggestionLines } from "../run/suggestions.ts"
import { thinking } from "../run/thinking.ts"
import { isWait, longWaitText, rateTrouble, waitLine } from "../run/wait-line.ts"
import { named, plain, short } from "../terminal/plain.ts"
import type { Style } from "../terminal/style.ts"
import type { LineTerminal } from "./line-terminal.ts"
import type { ViewHow } from "./terminal.ts"

/** What a view writes to. */
export type Sink = Pick<LineTerminal, "style" | "write" | "tell" | "pass" | "canPass">

export function view(terminal: Sink, how: ViewHow): (event: Event) => void {
  const thoughts = thinking(terminal.style)
  const waiting = waitLine((line) => terminal.pass(line), terminal.style)
  const noteOf = notes({ style: terminal.style, chain: how.chain })
  const untoldAt = lastWords()
  let isInside = false
  return (event) => {
    if (event.type === "retry-wait") return waiting.until(event.until)
    waiting.end()
    if (event.type === "thinking-delta") {
      if (!how.thinking()) return
      if (isInside) terminal.write("\n")
      isInside = false
      return terminal.write(thoughts.add(event.text))
    }
    terminal.write(thoughts.end())
    const note = noteOf(event)
    const untold = untoldAt(event)
    // While the user types, no line can be overwritten: then the wait is printed once.
    if (isWait(event) && terminal.canPass) return waiting.begin(event)
    if (event.type === "rate-wait" && terminal.canPass) return waiting.begin(rateTrouble(event), event.until)
    switch (event.type) {
      case "text-delta":
        terminal.write(plain(event.text))
        isInside = !event.text.endsWith("\n")
        return
      case "answer-end":
        if (isInside) terminal.write("\n")
        isInside = false
        return
      case "tool-output":
        return terminal.write(terminal.style.dim(plain(event.text)))
      case "turn-start":
      case "input-added":
        if (!how.isOurs(event.command)) terminal.tell(terminal.style.bold(`> ${short(partsText(event.input))}`))
        else for (const line of attachmentLines(event.input, terminal.style)) terminal.tell(line)
        return
      case "approval-requested":
      case "question-asked":
        // The attendant shows these, where the answer is typed.
        return
      case "rate-wait": {
        const line = longWaitText(rateTrouble(event).error.message, event.until - Date.now())
        if (line !== undefined) terminal.tell(terminal.style.yellow(line))
        return
      }
      default:
        if (untold !== "") terminal.tell(plain(untold))
        if (event.type === "turn-end") for (const line of suggestionLines(event.suggestions ?? [])) terminal.tell(line)
        if (note === undefined) return
        terminal.tell(untold === "" ? note : shortNote(event, terminal.style, note))
        isInside = false
    }
  }
}

/** The text that was just shown explains the failure, so the error's code is enough. */
function shortNote(event: Event, { red }: Style, note: string): string {
  if (event.type !== "turn-end" || event.error === undefined) return note
  return red(`failed (${named(event.error.code)})`)
}

function attachmentLines(parts: readonly Part[], { dim, yellow }: Style): readonly string[] {
  const { attached, unreadable } = attachedIn(parts)
  const names = attached.length === 0 ? [] : [dim(`attached: ${short(attached.join(", "), 300)}`)]
  return [...names, ...unreadable.map((line) => yellow(line))]
}
