// What goes on besides the answer, told on stderr: tools, waits, and on a terminal what the model thinks.
import type { Event } from "@pawl/agent"
import { isScreen, styleFor } from "../style.ts"
import { notes } from "./notes.ts"
import { thinking as thinkingText } from "./thinking.ts"
import { isWait, waitLineOn } from "./wait-line.ts"

export interface NarrateHow {
  /** Where there is a terminal to show it on. */
  readonly thinking: boolean
  readonly chain: readonly string[]
}

export function narrator({ thinking, chain }: NarrateHow): (event: Event) => void {
  const { stderr } = process
  const style = styleFor(stderr)
  const noteOf = notes({ style, chain })
  const waiting = waitLineOn(stderr, style)
  const thoughts = thinking && isScreen(stderr) ? thinkingText(style) : undefined
  return (event) => {
    if (event.type === "retry-wait") return waiting?.until(event.until)
    waiting?.end()
    if (event.type === "thinking-delta") {
      if (thoughts !== undefined) stderr.write(thoughts.add(event.text))
      return
    }
    stderr.write(thoughts?.end() ?? "")
    const note = noteOf(event)
    if (waiting !== undefined && isWait(event)) return waiting.begin(event)
    // How the turn ended is told once, as the command's own last line.
    if (event.type === "turn-end") return
    if (note !== undefined) stderr.write(`${note}\n`)
  }
}
