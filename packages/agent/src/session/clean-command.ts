// What people say on its way into the inbox, without the secrets that the agent knows: whoever pastes a key does not store it.
import type { Command, Say } from "../contracts/command.ts"
import type { JsonObject } from "../contracts/json.ts"
import { cleanJson, type KnownSecrets } from "../contracts/known-secrets.ts"

export function cleanCommand(command: Command, clean: KnownSecrets["clean"]): Command {
  switch (command.kind) {
    case "say":
      return {
        ...command,
        input: command.input.map((part) => cleanPart(part, clean)),
      }
    case "answer":
      return { ...command, answer: clean(command.answer) }
    case "approve": {
      const { arguments: edited, reason } = command
      return {
        ...command,
        ...(edited !== undefined && { arguments: cleanJson(edited, clean) as JsonObject }), // The same shape.
        ...(reason !== undefined && { reason: clean(reason) }),
      }
    }
    default:
      return command
  }
}

function cleanPart(part: Say["input"][number], clean: KnownSecrets["clean"]): Say["input"][number] {
  if (part.type === "text") return { ...part, text: clean(part.text) }
  return part.name === undefined ? part : { ...part, name: clean(part.name) }
}
