// A message of a request as plain text: what it says, thinks and calls.
import type { Message, Part } from "@pawl/client"

type Called = { readonly name: string; readonly arguments: unknown }

export function textOfMessage(message: Message): string {
  if (message.role === "user") return textOfParts(message.parts)
  if (message.role === "tool") return `${message.name}:\n${textOfParts(message.parts)}`
  const thoughts = message.reasoning.map(({ text }) => text).filter((text) => text !== "")
  return [...thoughts.map((text) => `<thinking>\n${text}\n</thinking>`), message.text, ...message.calls.map(callText)]
    .filter((text) => text !== "")
    .join("\n\n")
}

export function lineOfMessage(message: Message): string {
  const said = message.role === "assistant" ? message.text || message.calls.map(callText).join(", ") : undefined
  return (said ?? textOfMessage(message)).slice(0, 200).replaceAll(/\s+/g, " ")
}

export function textOfParts(parts: readonly Part[]): string {
  return parts.map(partText).join("\n")
}

function partText(part: Part): string {
  return part.type === "text" ? part.text : `[${part.name ?? part.mime}, ${part.size} bytes]`
}

export function callText({ name, arguments: given }: Called): string {
  return `${name}(${JSON.stringify(given)})`
}
