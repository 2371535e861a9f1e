// The REPL's own commands. `/help` lists those that mean something as things are.
import { sessionTable } from "../admin/list-sessions.ts"
import { lineOf } from "../admin/mcp.ts"
import type { openAgent } from "../agent.ts"
import { nearest } from "../line/nearest.ts"
import { plain, short } from "../plain.ts"
import { serversOf } from "../servers.ts"
import type { Conversation } from "./conversation.ts"
import type { Terminal } from "./terminal.ts"

export interface Room {
  readonly conversation: Conversation
  readonly terminal: Terminal
  readonly how: Parameters<typeof openAgent>[1]
  readonly leave: () => void
}

interface ReplCommand {
  readonly name: string
  readonly usage: string
  readonly summary: string
  readonly isUsable?: (room: Room) => boolean
  run(room: Room, words: readonly string[]): Promise<void> | void
}

export const REPL_COMMANDS: readonly ReplCommand[] = [
  {
    name: "/help",
    usage: "/help",
    summary: "show this",
    run: ({ terminal, ...room }) => terminal.tell(helpText({ terminal, ...room })),
  },
  {
    name: "/session",
    usage: "/session [new|list|name TITLE|resume ID|NAME]",
    summary: "this session, another one, or a title",
    run: session,
  },
  { name: "/model", usage: "/model [PROVIDER:NAME]", summary: "the model, or another one", run: model },
  {
    name: "/tools",
    usage: "/tools",
    summary: "what the model may use",
    run: tools,
  },
  {
    name: "/mcp",
    usage: "/mcp",
    summary: "MCP servers",
    isUsable: ({ conversation }) => serversOf(conversation.settings).length > 0,
    run: mcp,
  },
  { name: "/exit", usage: "/exit", summary: "leave (Ctrl-D does too)", run: ({ leave }) => leave() },
]

/** False when the line is no command, but something to say: a path begins with a slash too. */
export function isCommand(line: string): boolean {
  return /^\/[a-z]*(\s|$)/i.test(line.trim())
}

export async function runCommand(room: Room, line: string): Promise<void> {
  const [name = "", ...words] = line.trim().split(/\s+/)
  const command = REPL_COMMANDS.find((each) => each.name === name.toLowerCase())
  if (command !== undefined) return command.run(room, words)
  const meant = nearest(
    name,
    REPL_COMMANDS.map((each) => each.name),
  )
  room.terminal.tell(
    `There is no command "${plain(name)}".${meant === undefined ? "" : ` Did you mean ${meant}?`} /help lists them.`,
  )
}

function helpText(room: Room): string {
  const usable = REPL_COMMANDS.filter(({ isUsable }) => isUsable?.(room) !== false)
  const lines = usable.map(({ usage, summary }) => `  ${usage.padEnd(46)} ${summary}`)
  return `${lines.join("\n")}

  Ctrl-C cancels the turn, twice leaves. A line that ends with \\ goes on in the next one.
  What you type while a turn runs is kept, and said when it ends.`
}

async function session(room: Room, [action, ...words]: readonly string[]): Promise<void> {
  const { conversation, terminal } = room
  const { agent } = conversation.opened
  const name = words.join(" ")
  if (action === undefined) return describe(room)
  if (action === "list")
    return terminal.tell(sessionTable(await agent.sessions.list({ limit: 20, archived: false })).trimEnd())
  if (action === "name" && name !== "") {
    await conversation.session.update({ title: name })
    return terminal.tell(`This session is called "${plain(name)}" now.`)
  }
  if (action !== "new" && !(action === "resume" && name !== ""))
    return terminal.tell("Use /session, /session new, list, name TITLE, or resume ID|NAME.")
  if (conversation.isBusy) return terminal.tell("A turn is running. Wait for its end, or cancel it with Ctrl-C first.")
  const id = action === "new" ? undefined : (await agent.sessions.find(name)).id
  await conversation.enter(await agent.open(id === undefined ? {} : { id }))
  await describe(room)
}

export async function describe({ conversation, terminal }: Pick<Room, "conversation" | "terminal">): Promise<void> {
  const { id, metadata, turns, preview } = await conversation.session.info()
  const title = metadata.title === null ? "" : ` "${plain(metadata.title)}"`
  const last = turns === 0 ? "" : `, ${turns} turns, last: ${short(preview, 50)}`
  terminal.tell(terminal.style.dim(`session ${id}${title}${last}`))
}

async function model({ conversation, terminal, how }: Room, [name]: readonly string[]): Promise<void> {
  if (name === undefined) return terminal.tell(`The model is ${plain(conversation.settings.model ?? "not set")}.`)
  if (conversation.isBusy) return terminal.tell("A turn is running. Wait for its end, or cancel it with Ctrl-C first.")
  await conversation.reopen({ ...conversation.settings, model: name }, how)
  terminal.tell(`The model is ${plain(name)} now.`)
}

async function tools({ conversation, terminal }: Room): Promise<void> {
  for (const { name, description } of await conversation.opened.tools()) {
    terminal.tell(`  ${plain(name).padEnd(24)} ${short(description, 90)}`)
  }
}

function mcp({ conversation, terminal }: Room): void {
  const servers = serversOf(conversation.settings)
  if (servers.length === 0)
    terminal.tell("No MCP servers are configured. Put them into .mcp.json, or start with --mcp-config FILE.")
  for (const server of servers) terminal.tell(`  ${lineOf(server)}`)
}
