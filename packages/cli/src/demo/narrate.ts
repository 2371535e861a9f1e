// Events -> lines for a reader, as they happen.
import type { Event, Part } from "@pawl/agent"
import { bold, cyan, dim, green, yellow } from "../terminal/style.ts"
import { describeCall } from "./timeline.ts"

const INDENT = " ".repeat(9)

export function narrator(write: (text: string) => void): (event: Event) => void {
  let isSpeaking = false
  return (event) => {
    switch (event.type) {
      case "turn-start":
        return write(`${who(bold, "you")}${textOf(event.input)}\n`)
      case "text-delta":
        write(isSpeaking ? event.text : `${who(cyan, "model")}${event.text}`)
        isSpeaking = true
        return
      case "answer-end":
        if (isSpeaking) write("\n")
        isSpeaking = false
        return
      case "tool-call":
        return write(`${who(green, "tool")}${describeCall(event.name, event.arguments)}`)
      case "tool-result":
        return write(`${resultOf(event)}\n`)
      case "tool-error":
        return write(
          `${who(yellow, "tool")}${event.name}: ${yellow(event.outcome)}\n${sentences(textOf(event.content))}\n`,
        )
      case "turn-end":
        if (event.outcome !== "completed") write(`${who(yellow, "turn")}${event.error?.message ?? event.outcome}\n`)
        return
    }
  }
}

function resultOf({ name, content, ms }: Extract<Event, { type: "tool-result" }>): string {
  const lines = textOf(content)
    .split("\n")
    .filter((line) => line !== "")
  if (name === "move_file") return dim("  done")
  if (name === "list_directory") return dim(`  ${lines.length} files`)
  return dim(`  ${(ms / 1000).toFixed(1)} s\n${INDENT}"${short(lines.join(" / "))}"`)
}

/** One below the other: some are long. */
function sentences(text: string): string {
  return text
    .split(/(?<=\.) /)
    .map((sentence) => dim(`${INDENT}${sentence}`))
    .join("\n")
}

function who(paint: (text: string) => string, name: string): string {
  return `  ${paint(name.padEnd(7))}`
}

function textOf(parts: readonly Part[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : `[${part.mime}]`)).join(" ")
}

function short(text: string): string {
  return text.length > 66 ? `${text.slice(0, 63)}...` : text
}
