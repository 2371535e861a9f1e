// `pawl sessions`: lists, shows, searches, copies and removes sessions.
import type { Store } from "@pawl/agent"
import { openStore } from "../agent/agent.ts"
import { loadSettings, type Settings } from "../config/settings.ts"
import { wrongUsage } from "../failure.ts"
import { nearest } from "../line/nearest.ts"
import type { Flags, Request } from "../line/parse.ts"
import { confirm } from "../terminal/confirm.ts"
import { named } from "../terminal/plain.ts"
import { out } from "../terminal/screen.ts"
import { exportSession } from "./export-session.ts"
import { findSession } from "./find-session.ts"
import { listSessions } from "./list-sessions.ts"
import { showSession } from "./show-session.ts"

export interface Work {
  readonly store: Store
  readonly settings: Settings
  readonly words: readonly string[]
  readonly flags: Flags
}

const ACTIONS: Readonly<Record<string, (work: Work) => Promise<number>>> = {
  list: listSessions,
  show: showSession,
  search: async (work) => (await import("./search-sessions.ts")).searchSessions(work),
  rename: renameSession,
  pin: (work) => mark(work, "pin"),
  unpin: (work) => mark(work, "unpin"),
  archive: (work) => mark(work, "archive"),
  unarchive: (work) => mark(work, "unarchive"),
  tag: (work) => retag(work, "tag"),
  untag: (work) => retag(work, "untag"),
  export: exportSession,
  import: async (work) => (await import("./archive-sessions.ts")).importSessions(work),
  backup: async (work) => (await import("./archive-sessions.ts")).backupSessions(work),
  vacuum: async (work) => (await import("./archive-sessions.ts")).vacuumSessions(work),
  rm: removeSessions,
}

export async function sessions({ words, flags }: Request): Promise<number> {
  const [name = "list", ...rest] = words
  const action = ACTIONS[name]
  if (action === undefined) {
    const meant = nearest(name, Object.keys(ACTIONS))
    throw wrongUsage(
      `There is no "pawl sessions ${name}".${meant === undefined ? "" : ` Did you mean "${meant}"?`} Use one of: ${Object.keys(ACTIONS).join(", ")}.`,
    )
  }
  const settings = await loadSettings(flags)
  const store = await openStore(settings)
  try {
    return await action({ store, settings, words: rest, flags })
  } finally {
    await store.close()
  }
}

/** The session that the command line names. */
export function nameFrom(words: readonly string[], usage: string): string {
  const [name] = words
  if (name === undefined) throw wrongUsage(`Which session? Write ${usage}; "pawl sessions list" shows them.`)
  return name
}

async function renameSession({ store, words }: Work): Promise<number> {
  const name = nameFrom(words, "pawl sessions rename ID|NAME TITLE")
  const title = words.slice(1).join(" ").trim()
  if (title === "") throw wrongUsage("Which title? Write pawl sessions rename ID|NAME TITLE.")
  const { id } = await findSession(store, name)
  await (await import("@pawl/agent/sessions")).updateSession(store, id, { title })
  out.line(`${id} is called "${named(title)}" now.`)
  return 0
}

const MARKS = {
  pin: [{ pinned: true }, 'is pinned: "pawl cleanup" neither archives nor removes it.'],
  unpin: [{ pinned: false }, "is not pinned any more."],
  archive: [{ archived: true }, "is archived. A new message to it brings it back."],
  unarchive: [{ archived: false }, "is not archived any more."],
} as const

async function mark({ store, words }: Work, how: keyof typeof MARKS): Promise<number> {
  nameFrom(words, `pawl sessions ${how} ID|NAME...`)
  const [metadata, message] = MARKS[how]
  // Find all sessions before changing the first, so that a wrong name leaves none changed.
  const rows = await Promise.all(words.map((word) => findSession(store, word)))
  const { updateSession } = await import("@pawl/agent/sessions")
  for (const { id } of rows) {
    await updateSession(store, id, metadata)
    out.line(`${id} ${message}`)
  }
  return 0
}

async function retag({ store, words }: Work, how: "tag" | "untag"): Promise<number> {
  const usage = `pawl sessions ${how} ID|NAME TAG...`
  const [name, ...tags] = [nameFrom(words, usage), ...words.slice(1)]
  if (tags.length === 0) throw wrongUsage(`Which tags? Write ${usage}.`)
  const { id } = await findSession(store, name)
  const { updateSession } = await import("@pawl/agent/sessions")
  await updateSession(store, id, how === "tag" ? { addTags: tags } : { removeTags: tags })
  const { metadata } = await findSession(store, id)
  const left = (metadata.tags ?? []).map((tag) => `#${named(tag)}`).join(" ")
  out.line(left === "" ? `${id} has no tags any more.` : `${id} has the tags ${left}.`)
  return 0
}

async function removeSessions({ store, words, flags }: Work): Promise<number> {
  nameFrom(words, "pawl sessions rm ID|NAME...")
  // Find all sessions before removing the first, so that a wrong name removes none.
  const rows = await Promise.all(words.map((word) => findSession(store, word)))
  for (const { id, turns, title, status } of rows) {
    const busy = status === "processing" || status === "tool_loop" ? ", in the middle of a turn" : ""
    const what = `${id} (${named(title ?? "empty")}, ${turns} turns${busy})`
    if (!flags.has("yes") && !(await confirm(`Remove ${what} for good?`))) continue
    await (await import("../remote/operations.ts")).removeSession(store, id)
    out.line(`Removed ${id}.`)
  }
  return 0
}
