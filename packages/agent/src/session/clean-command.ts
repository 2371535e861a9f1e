// Removes the secrets that the agent knows from decisions and answers before they reach the inbox, so that a pasted
// key is not stored. Input is cleaned where attachments are read, before any of it becomes a blob.
import type { Command } from "../contracts/command.ts"
import { cleanJson, type KnownSecrets } from "../secrets/known-secrets.ts"
import { readName } from "./read-name.ts"

export function cleanCommand(command: Command, secrets: Pick<KnownSecrets, "clean">): Command {
  const { clean } = secrets
  readName(command.id, "id of the command", secrets)
  const from = command.by === undefined ? command : { ...command, by: readName(command.by, "sender", secrets) }
  switch (from.kind) {
    case "say":
      for (const name of from.tools ?? []) readName(name, "name of a tool", secrets)
      return from
    case "answer":
      return { ...from, answer: clean(from.answer) }
    case "compact":
      return from.focus === undefined ? from : { ...from, focus: clean(from.focus) }
    case "approve": {
      const { arguments: edited, reason, grant } = from
      return {
        ...from,
        ...(edited !== undefined && { arguments: cleanJson(edited, clean) }),
        ...(grant !== undefined && { grant: cleanJson(grant, clean) }),
        ...(reason !== undefined && { reason: clean(reason) }),
      }
    }
    default:
      return from
  }
}
