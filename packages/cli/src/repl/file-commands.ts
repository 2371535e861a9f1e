// Sends the Markdown files that are commands.
import { inputOf, promptWith } from "../run/attachments.ts"
import { named, short } from "../terminal/plain.ts"
import type { Room } from "./command.ts"
import { type CommandFile, commandFilesIn, filledIn } from "./command-files.ts"
import { REPL_COMMANDS } from "./commands.ts"
import { resourcesIn } from "./prompt-commands.ts"

export function commandFiles({ conversation: { settings } }: Pick<Room, "conversation">): readonly CommandFile[] {
  return commandFilesIn(
    settings,
    REPL_COMMANDS.map(({ name }) => name),
  ).commands
}

/** The file that the line names, if one does. */
export function fileCommandIn(room: Pick<Room, "conversation">, line: string): CommandFile | undefined {
  const name = /^\/[\w-]+/.exec(line.trim())?.[0].toLowerCase()
  return name === undefined ? undefined : commandFiles(room).find((each) => each.name === name)
}

/** What the user typed may attach files with @; what the file says may not. */
export async function sayFile(room: Room, file: CommandFile, line: string): Promise<void> {
  const { conversation, terminal } = room
  const typed = promptWith(line.trim().slice(file.name.length), conversation.settings.workspace)
  const text = filledIn(file.body, typed.text)
  if (text === "") return terminal.tell(`The command file "${named(file.path)}" is empty. Write a prompt into it.`)
  // A screen shows the whole message when its turn begins.
  if (!terminal.isScreen) terminal.tell(terminal.style.bold(`> ${short(text)}`))
  terminal.tell(terminal.style.dim(`(${fromWhere(file)}: ${named(file.path)})`))
  const more = line.includes("@") ? await resourcesIn(line, conversation.opened.agent) : []
  conversation.sayInput(inputOf({ text, parts: [...typed.parts, ...more] }))
}

export function fromWhere({ from }: Pick<CommandFile, "from">): string {
  return from === "yours" ? "your command" : "a command of this workspace"
}
