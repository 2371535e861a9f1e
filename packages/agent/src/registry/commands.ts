// All commands to a session, and what each means.
import type { Command } from "../contracts/command.ts"
import { assertNever } from "../contracts/error.ts"
import { approve } from "../features/approval/approve.ts"
import { askCompaction } from "../features/compaction/ask-compaction.ts"
import { answer } from "../features/questions/answer.ts"
import { askRestore } from "../features/undo/ask-restore.ts"
import { cancel } from "../kernel/commands/cancel.ts"
import { say } from "../kernel/commands/say.ts"
import { unsend } from "../kernel/commands/unsend.ts"
import type { CommandDefinition } from "../kernel/define-command.ts"

const COMMANDS: { readonly [Kind in Command["kind"]]: CommandDefinition<Extract<Command, { kind: Kind }>> } = {
  say,
  unsend,
  approve,
  answer,
  cancel,
  compact: askCompaction,
  restore: askRestore,
}

export function commandOf(command: Command): CommandDefinition<Command> {
  // The inbox may hold a command of an unknown kind.
  if (!Object.hasOwn(COMMANDS, command.kind)) return assertNever(command as never)
  return COMMANDS[command.kind] as CommandDefinition<Command> // The row of its kind, so it accepts this command.
}
