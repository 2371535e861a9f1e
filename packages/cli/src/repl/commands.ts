// The table of commands of the conversation. The line prompt and the screen use the same.
import { nearest } from "../line/nearest.ts"
import { named } from "../terminal/plain.ts"
import type { ReplCommand, Room } from "./command.ts"
import { CONTEXT_COMMANDS } from "./context-commands.ts"
import { helpFor, helpText } from "./help-text.ts"
import { KEEP_COMMANDS } from "./keep-commands.ts"
import { LIST_COMMANDS } from "./list-commands.ts"
import { MODEL_COMMANDS } from "./model-commands.ts"
import { OBSERVE_COMMANDS } from "./observe-commands.ts"
import { PROGRAM_COMMANDS } from "./program-commands.ts"
import { PROMPT_COMMANDS } from "./prompt-commands.ts"
import { SESSION_COMMANDS } from "./session-commands.ts"
import { TOOL_COMMANDS } from "./tool-commands.ts"
import { UNDO_COMMANDS } from "./undo-commands.ts"

export const REPL_COMMANDS: readonly ReplCommand[] = [
  {
    name: "/help",
    usage: "/help [COMMAND]",
    summary: "list the commands, or explain one",
    complete: (_, words) =>
      words.length === 0 ? REPL_COMMANDS.map(({ name, summary }) => ({ text: name.slice(1), about: summary })) : [],
    run: help,
  },
  ...SESSION_COMMANDS,
  ...UNDO_COMMANDS,
  ...CONTEXT_COMMANDS,
  ...MODEL_COMMANDS,
  ...TOOL_COMMANDS,
  ...PROMPT_COMMANDS,
  ...LIST_COMMANDS,
  ...OBSERVE_COMMANDS,
  ...KEEP_COMMANDS,
  ...PROGRAM_COMMANDS,
  { name: "/stop", usage: "/stop", summary: "cancel the turn (Esc and Ctrl-C do too)", isUsable: isBusy, run: stop },
  { name: "/exit", usage: "/exit", summary: "exit (Ctrl-D does too)", run: ({ leave }) => leave() },
]

async function isBusy({ conversation }: Room): Promise<boolean> {
  return conversation.isBusy
}

export function stop({ conversation, terminal }: Pick<Room, "conversation" | "terminal">): void {
  if (!conversation.isBusy || conversation.isCancelling) return
  terminal.tell(terminal.style.dim("(cancelling)"))
  conversation.cancel()
}

/** False when the line is a message: a path begins with a slash too. */
export function isCommand(line: string): boolean {
  return /^\/[\w-]*(\s|$)/.test(line.trim())
}

/** Whether the line is an existing command. Where an answer is expected, other lines are answers. */
export function isKnownCommand(line: string): boolean {
  return commandIn(line) !== undefined
}

export async function runCommand(room: Room, line: string): Promise<void> {
  const [name = "", ...words] = line.trim().split(/\s+/)
  const command = commandIn(line)
  if (command !== undefined) return command.run(room, words)
  const meant = nearest(
    name,
    REPL_COMMANDS.map((each) => each.name),
  )
  room.terminal.tell(
    `There is no command "${named(name)}".${meant === undefined ? "" : ` Did you mean ${meant}?`} /help lists them.`,
  )
}

/** The commands that are of use now. */
export async function usableCommands(room: Room): Promise<readonly ReplCommand[]> {
  const usable = await Promise.all(
    REPL_COMMANDS.map(async ({ isUsable }) => (await isUsable?.(room).catch(() => true)) !== false),
  )
  return REPL_COMMANDS.filter((_, index) => usable[index])
}

function commandIn(line: string): ReplCommand | undefined {
  const [name = ""] = line.trim().split(/\s+/)
  return REPL_COMMANDS.find((each) => each.name === name.toLowerCase())
}

async function help(room: Room, [name]: readonly string[]): Promise<void> {
  const { menuOf } = await import("./menu.ts")
  const menu = await menuOf(room)
  if (name === undefined) return room.terminal.tell(helpText(menu, room.terminal.columns))
  const wanted = name.startsWith("/") ? name : `/${name}`
  const command = commandIn(wanted) ?? menu.find((each) => each.name === wanted)
  if (command === undefined) return runCommand(room, wanted)
  room.terminal.tell(helpFor(command))
}
