// The commands of the REPL. `/help` lists those that can be used at the moment.
import type { OpenHow } from "../agent/agent.ts"
import { chainOf } from "../agent/models.ts"
import { serversOf } from "../agent/servers.ts"
import { files } from "../folders.ts"
import { nearest } from "../line/nearest.ts"
import { lineOf, stateText } from "../mcp/mcp.ts"
import { statusText } from "../plugins/text.ts"
import { aboutProfile } from "../profiles/listed.ts"
import { keptProfileNote } from "../run/kept-profile.ts"
import { sessionTable } from "../sessions/list-sessions.ts"
import { named, short } from "../terminal/plain.ts"
import { CONTEXT_COMMANDS } from "./context-commands.ts"
import type { Conversation } from "./conversation.ts"
import { LIST_COMMANDS } from "./list-commands.ts"
import { OBSERVE_COMMANDS } from "./observe-commands.ts"
import { PROMPT_COMMANDS, promptLines } from "./prompt-commands.ts"
import type { Terminal } from "./terminal.ts"
import { UNDO_COMMANDS } from "./undo-commands.ts"

export interface Room {
  readonly conversation: Conversation
  readonly terminal: Terminal
  readonly how: OpenHow
  readonly leave: () => void
}

export interface ReplCommand {
  readonly name: string
  readonly usage: string
  readonly summary: string
  readonly isUsable?: (room: Room) => Promise<boolean>
  run(room: Room, words: readonly string[]): Promise<void> | void
}

export const REPL_COMMANDS: readonly ReplCommand[] = [
  {
    name: "/help",
    usage: "/help",
    summary: "show this help",
    run: async (room) => room.terminal.tell(await helpText(room)),
  },
  {
    name: "/session",
    usage: "/session [new|list|name T|resume ID|fork FACT]",
    summary: "show this session, switch to another, or set a title",
    run: session,
  },
  { name: "/model", usage: "/model [PROVIDER:NAME]", summary: "show or change the model", run: model },
  { name: "/profile", usage: "/profile", summary: "show the profile of this session", run: profile },
  {
    name: "/tools",
    usage: "/tools",
    summary: "list the tools",
    run: tools,
  },
  {
    name: "/mcp",
    usage: "/mcp",
    summary: "list the MCP servers and their state",
    isUsable: async ({ conversation }) => (await serversOf(conversation.settings)).length > 0,
    run: mcp,
  },
  { name: "/stop", usage: "/stop", summary: "cancel the turn (Esc and Ctrl-C do too)", run: stop },
  {
    name: "/plugins",
    usage: "/plugins",
    summary: "list the plugins, their settings, and what is missing",
    isUsable: async ({ conversation }) => conversation.opened.agent.plugins().length > 0,
    run: plugins,
  },
  ...CONTEXT_COMMANDS,
  ...LIST_COMMANDS,
  ...UNDO_COMMANDS,
  ...OBSERVE_COMMANDS,
  ...PROMPT_COMMANDS,
  { name: "/exit", usage: "/exit", summary: "exit (Ctrl-D does too)", run: ({ leave }) => leave() },
]

export function stop({ conversation, terminal }: Pick<Room, "conversation" | "terminal">): void {
  if (!conversation.isBusy || conversation.isCancelling) return
  terminal.tell(terminal.style.dim("(cancelling)"))
  conversation.cancel()
}

/** False when the line is a message: a path begins with a slash too. */
export function isCommand(line: string): boolean {
  return /^\/[a-z]*(\s|$)/i.test(line.trim())
}

/** Whether the line is an existing command. Where an answer is expected, other lines are answers. */
export function isKnownCommand(line: string): boolean {
  const [name = ""] = line.trim().split(/\s+/)
  return REPL_COMMANDS.some((each) => each.name === name.toLowerCase())
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
    `There is no command "${named(name)}".${meant === undefined ? "" : ` Did you mean ${meant}?`} /help lists them.`,
  )
}

async function helpText(room: Room): Promise<string> {
  const usable = await Promise.all(REPL_COMMANDS.map(async ({ isUsable }) => (await isUsable?.(room)) !== false))
  const lines = REPL_COMMANDS.filter((_, index) => usable[index]).map(
    ({ usage, summary }) => `  ${usage.padEnd(46)} ${summary}`,
  )
  return `${[...lines, ...(await promptLines(room))].join("\n")}

  Esc or Ctrl-C cancels the turn; Ctrl-C twice exits. A line that ends with \\ continues on the next line.
  What you type while a turn runs is kept, and sent when the turn ends.
  @FILE shows the model a file, an image, a PDF, a Word document or a folder; Tab completes the path, \\@ is a plain @.
  @SERVER:URI shows the model a resource of an MCP server.`
}

async function session(room: Room, [action, ...words]: readonly string[]): Promise<void> {
  const { conversation, terminal, how } = room
  const { agent } = conversation.opened
  const name = words.join(" ")
  if (action === undefined) return describe(room)
  if (action === "list")
    return terminal.tell(sessionTable(await agent.sessions.list({ limit: 20, archived: false })).trimEnd())
  if (action === "name" && name !== "") {
    await conversation.session.update({ title: name })
    return terminal.tell(`This session is called "${named(name)}" now.`)
  }
  if (action === "fork") return fork(room, words)
  if (action !== "new" && !(action === "resume" && name !== ""))
    return terminal.tell("Use /session, /session new, list, name TITLE, resume ID|NAME, or fork [FACT].")
  if (conversation.isBusy) return terminal.tell("A turn is running. Wait for its end, or cancel it with Ctrl-C first.")
  const row = action === "new" ? undefined : await agent.sessions.find(name)
  await conversation.change(row, how, () => describe(room))
}

/** The conversation goes on in the fork; the original session does not change. */
async function fork(room: Room, [at]: readonly string[]): Promise<void> {
  const { conversation, terminal, how } = room
  if (at !== undefined && !/^\d+$/.test(at))
    return terminal.tell("Use /session fork, or /session fork FACT with the number of a fact; /checkpoint shows some.")
  if (conversation.isBusy) return terminal.tell("A turn is running. Wait for its end, or cancel it with Ctrl-C first.")
  const made = await conversation.session.fork(at === undefined ? {} : { at: Number(at) })
  await conversation.change(await made.info(), how, () => describe(room))
}

export async function describe({ conversation, terminal }: Pick<Room, "conversation" | "terminal">): Promise<void> {
  const row = await conversation.session.info()
  const { id, metadata, turns, preview, profile: name } = row
  const title = metadata.title === null ? "" : ` "${named(metadata.title)}"`
  const kept = name === "default" ? "" : `, profile ${named(name)}`
  const last = turns === 0 ? "" : `, ${turns} turns${preview === "" ? "" : `, begun with: ${short(preview, 50)}`}`
  terminal.tell(terminal.style.dim(`session ${id}${title}${kept}${last}`))
  const note = keptProfileNote(row, conversation.opened, conversation.settings)
  if (note !== undefined) terminal.tell(note)
}

async function profile({ conversation, terminal }: Room, [other]: readonly string[]): Promise<void> {
  const { profile: name } = await conversation.session.info()
  const { folders } = conversation.settings
  const about = await aboutProfile(name, files.profiles(folders))
  terminal.tell(`The profile of this session is ${named(name)}${about === undefined ? "" : `. ${named(about)}`}`)
  const advice = other === undefined || other === name ? "" : ` For ${named(other)}: pawl --profile ${named(other)}`
  terminal.tell(terminal.style.dim(`A session keeps its profile. "pawl profiles ${named(name)}" explains it.${advice}`))
}

async function model({ conversation, terminal, how }: Room, [name]: readonly string[]): Promise<void> {
  const chain = chainOf(conversation.settings)
  if (name === undefined)
    return terminal.tell(
      chain.length === 0 ? "The server chooses the model." : `The model is ${named(chain.join(", then "))}.`,
    )
  if (conversation.isBusy) return terminal.tell("A turn is running. Wait for its end, or cancel it with Ctrl-C first.")
  await conversation.reopen({ ...conversation.settings, model: name }, how)
  terminal.tell(`The model is ${named(name)} now.`)
}

async function tools({ conversation, terminal }: Room): Promise<void> {
  for (const { name, description } of await conversation.opened.agent.tools()) {
    terminal.tell(`  ${named(name).padEnd(24)} ${short(description, 90)}`)
  }
}

/** Settings may have changed: asking for the tools makes the agent read them again. */
async function plugins({ conversation, terminal }: Room): Promise<void> {
  const { agent } = conversation.opened
  await agent.tools()
  const all = agent.plugins()
  if (all.length === 0) terminal.tell('There are no plugins. "pawl plugins new NAME" writes one to start from.')
  for (const status of all) terminal.tell(statusText(status))
}

async function mcp({ conversation, terminal }: Room): Promise<void> {
  const servers = await serversOf(conversation.settings)
  const statuses = new Map(conversation.opened.agent.servers().map((status) => [status.key, status]))
  if (servers.length === 0)
    terminal.tell("No MCP servers are configured. Put them into .mcp.json, or start with --mcp-config FILE.")
  for (const server of servers) {
    const status = statuses.get(server.key)
    terminal.tell(`  ${lineOf(server)}${status === undefined ? "" : `\n    ${stateText(status)}`}`)
  }
}
