// Events -> lines for a reader, as they happen.
import type { Event, Part } from "@pawl/agent"
import { bold, cyan, dim, green, yellow } from "../style.ts"
import { describeCall } from "./timeline.ts"

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
        return write(`  ${dim(event.name === "rename_file" ? "done" : short(textOf(event.content)))}\n`)
      case "tool-error":
        return write(`${who(yellow, "tool")}${event.name}: ${yellow(event.outcome)}. ${textOf(event.content)}\n`)
      case "turn-end":
        if (event.outcome !== "completed") write(`${who(yellow, "turn")}${event.error?.message ?? event.outcome}\n`)
        return
    }
  }
}

function who(paint: (text: string) => string, name: string): string {
  return `  ${paint(name.padEnd(7))}`
}

function textOf(parts: readonly Part[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : `[${part.mime}]`)).join(" ")
}

function short(text: string): string {
  const lines = text.split("\n")
  return lines.length === 1 ? `"${text}"` : `${lines.length} files`
}
