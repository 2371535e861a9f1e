// Everything that can be typed after a slash now: Pawl's commands, Markdown files, and prompts of MCP servers.
import { named, short } from "../terminal/plain.ts"
import type { ReplCommand, Room } from "./command.ts"
import { usableCommands } from "./commands.ts"
import { commandFiles } from "./file-commands.ts"
import { promptsOf, usageOf } from "./prompt-commands.ts"
import type { Completion } from "./terminal.ts"

export interface MenuEntry {
  readonly name: string
  /** With what may follow the name. */
  readonly usage: string
  readonly summary: string
  /** Where it comes from, if it is not a command of Pawl. */
  readonly from?: string
  readonly details?: ReplCommand["details"]
  readonly complete?: ReplCommand["complete"]
}

/** Prompts only of running servers, and of the one that was named: a menu starts no others. */
export async function menuOf(room: Room, server?: string): Promise<readonly MenuEntry[]> {
  const own = await usableCommands(room)
  const files = commandFiles(room).map(({ name, hint, description, from }) => ({
    name,
    usage: named(`${name} ${hint}`.trim()),
    summary: short(description, 90),
    from: from === "yours" ? "your file" : "file of this workspace",
  }))
  const prompts = (await promptsOf(room, server)).map((prompt) => {
    const usage = usageOf(prompt)
    return {
      name: usage.split(" ")[0] ?? usage,
      usage,
      summary: short(prompt.description, 90),
      from: `prompt of ${named(prompt.server)}`,
      complete: (_: Room, given: readonly string[]) => blanksLeft(prompt, given),
    }
  })
  return [...own, ...files, ...prompts]
}

/** What it does, and before that, where it comes from. */
export function aboutOf({ from, summary }: Pick<MenuEntry, "from" | "summary">): string {
  return from === undefined ? summary : `[${from}] ${summary}`
}

type Prompt = Awaited<ReturnType<typeof promptsOf>>[number]

function blanksLeft({ arguments: blanks }: Prompt, given: readonly string[]): readonly Completion[] {
  return blanks
    .filter(({ name }) => !given.some((word) => word.startsWith(`${name}=`)))
    .map(({ name, description, required }) => ({
      text: `${name}=`,
      about: `${required ? "" : "(may be left out) "}${short(description, 70)}`,
    }))
}
