// Commands about sessions: begin one, go back to one, name, fork, search and list.
import type { Agent, SessionRow } from "@pawl/agent"
import { keptProfileNote } from "../run/kept-profile.ts"
import { sessionTable, when } from "../sessions/list-sessions.ts"
import { shortIds } from "../sessions/short-ids.ts"
import { statusWord } from "../sessions/waits-for.ts"
import { named, short } from "../terminal/plain.ts"
import { BUSY, howWith, type ReplCommand, type Room, words } from "./command.ts"
import { previewOf } from "./preview.ts"
import type { Candidate, Completion } from "./terminal.ts"

/** What a person looks through. */
const MAX_OFFERED = 200

export const SESSION_COMMANDS: readonly ReplCommand[] = [
  { name: "/new", usage: "/new", summary: "begin a new session", run: (room) => session(room, ["new"]) },
  {
    name: "/resume",
    usage: "/resume [ID|NAME]",
    summary: "go back to an earlier session: choose it, or name it",
    details: "Without a name it lists the sessions of this folder first, then others; words search in what was said.",
    complete: (room, given) => (given.length === 0 ? sessionsToComplete(room) : []),
    run: (room, given) => (given.length === 0 ? chooseSession(room) : session(room, ["resume", ...given])),
  },
  {
    name: "/session",
    usage: "/session [name TITLE|fork FACT|search WORDS|list]",
    summary: "show, name or fork this session; search, list all",
    details: [
      "/session name TITLE: names this session.",
      "/session fork [FACT]: goes on in a copy of this session, from its end or from a fact; /checkpoint shows facts.",
      "/session search WORDS: finds sessions by what was said in them.",
      "/session new and /session resume ID do what /new and /resume do.",
    ].join("\n"),
    complete: (room, [action, ...more]) =>
      action === undefined ? ACTIONS : action === "resume" && more.length === 0 ? sessionsToComplete(room) : [],
    run: session,
  },
]

const ACTIONS = words(
  ["name", "give this session a title"],
  ["fork", "go on in a copy of this session"],
  ["search", "find sessions by what was said"],
  ["list", "list the newest sessions"],
  ["new", "begin a new session"],
  ["resume", "go back to another session"],
)

async function session(room: Room, [action, ...rest]: readonly string[]): Promise<void> {
  const { conversation, terminal } = room
  const { agent } = conversation.opened
  const name = rest.join(" ")
  if (action === undefined) return describe(room)
  if (action === "list") {
    const rows = await agent.sessions.list({ limit: 20, archived: false })
    return terminal.tell(sessionTable(rows, await namesOf(agent, rows)).trimEnd())
  }
  if (action === "search" && name !== "") return search(room, name)
  if (action === "name" && name !== "") {
    await conversation.session.update({ title: name })
    return terminal.tell(`This session is called "${named(name)}" now.`)
  }
  if (action === "fork") return fork(room, rest)
  if (action !== "new" && !(action === "resume" && name !== ""))
    return terminal.tell("Use /session, /session new, list, name TITLE, search WORDS, resume ID|NAME, or fork [FACT].")
  if (conversation.isBusy) return terminal.tell(BUSY)
  const row = action === "new" ? undefined : await agent.sessions.find(name)
  await change(room, row)
}

async function search({ conversation, terminal }: Room, text: string): Promise<void> {
  const hits = await conversation.opened.agent.sessions.search(text, { limit: 20 })
  if (hits.length === 0) return terminal.tell(`No session contains "${named(text)}".`)
  const names = await namesOf(conversation.opened.agent, hits)
  for (const { id, updatedAt, title, excerpt } of hits)
    terminal.tell(
      `${names.get(id)}  ${when(updatedAt)}${title === null ? "" : `  ${short(title, 40)}`}\n    ${terminal.style.dim(short(excerpt, 160))}`,
    )
}

/** The ids as they are shown. What means several sessions, or none, means no one of them. */
function namesOf({ sessions }: Agent, rows: readonly Pick<SessionRow, "id">[]): Promise<ReadonlyMap<string, string>> {
  const find = (start: string) =>
    sessions.find(start).then(
      (row) => [row],
      () => [],
    )
  return shortIds(
    find,
    rows.map(({ id }) => id),
  )
}

/** The conversation goes on in the fork; the original session does not change. */
async function fork(room: Room, [at]: readonly string[]): Promise<void> {
  const { conversation, terminal } = room
  if (at !== undefined && !/^\d+$/.test(at))
    return terminal.tell("Use /session fork, or /session fork FACT with the number of a fact; /checkpoint shows some.")
  if (conversation.isBusy) return terminal.tell(BUSY)
  const made = await conversation.session.fork(at === undefined ? {} : { at: Number(at) })
  await change(room, await made.info())
}

function change(room: Room, row: SessionRow | undefined): Promise<void> {
  const { conversation } = room
  return conversation.change(row, howWith(room, conversation.settings), () => describe(room))
}

/** Lets the user look through the sessions. */
export async function chooseSession(room: Room): Promise<void> {
  const { conversation, terminal } = room
  if (conversation.isBusy) return terminal.tell(BUSY)
  const { agent } = conversation.opened
  const { id: current } = conversation.session
  const rows = new Map<string, SessionRow>()
  const found = async (text: string) => {
    const list = await agent.sessions.list({ limit: MAX_OFFERED, archived: false, ...(text !== "" && { text }) })
    const others = list.filter(({ id, parent, turns }) => id !== current && parent === null && turns > 0)
    for (const row of others) rows.set(row.id, row)
    return nearestFirst(others, conversation.settings.workspace).map(candidateOf)
  }
  const candidates = await found("")
  if (candidates.length === 0) return terminal.tell("There is no other session yet.")
  const preview = async (id: string) => previewOf(await (await agent.sessions.get(id))?.facts())
  const chosen = await terminal.choose({ title: "session", candidates, search: found, preview })
  const row = chosen === undefined ? undefined : rows.get(chosen)
  if (row !== undefined) await change(room, row)
}

/** Those of this folder first; both parts stay in their order. */
function nearestFirst(rows: readonly SessionRow[], workspace: string): readonly SessionRow[] {
  const isHere = ({ workspace: place }: SessionRow) => place === null || place === workspace
  return [...rows.filter(isHere), ...rows.filter((row) => !isHere(row))]
}

function candidateOf(row: SessionRow): Candidate {
  const { id, updatedAt, turns, metadata, title, preview, workspace } = row
  const about = [
    when(updatedAt),
    turns === 1 ? "1 turn" : `${turns} turns`,
    ...(statusWord(row) === "idle" ? [] : [statusWord(row)]),
  ]
  const where = workspace === null ? [] : [workspace.split("/").at(-1) ?? ""]
  return { value: id, label: metadata.title ?? title ?? (preview || id), about: [...about, ...where].join(", ") }
}

async function sessionsToComplete({ conversation }: Room): Promise<readonly Completion[]> {
  const rows = await conversation.opened.agent.sessions.list({ limit: 50, archived: false })
  return rows
    .filter(({ id, turns }) => id !== conversation.session.id && turns > 0)
    .map((row) => ({ text: row.id, about: `${short(candidateOf(row).label, 40)}, ${when(row.updatedAt)}` }))
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
