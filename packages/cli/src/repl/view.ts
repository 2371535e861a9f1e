// Events -> what the REPL shows.
import type { Event } from "@pawl/agent"
import { plain, short } from "../plain.ts"
import { noteOf, partsText } from "../run/notes.ts"
import type { Terminal } from "./terminal.ts"

/** `isOurs` tells what was typed here from what another process said. */
export function view(terminal: Terminal, isOurs: (command: string) => boolean): (event: Event) => void {
  let isInside = false
  return (event) => {
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
        if (!isOurs(event.command)) terminal.tell(terminal.style.bold(`> ${short(partsText(event.input))}`))
        return
      case "approval-requested":
      case "question-asked":
        // Asked where the answer is typed.
        return
      default: {
        isInside = false
        const note = noteOf(event, terminal.style)
        if (note !== undefined) terminal.tell(note)
      }
    }
  }
}
