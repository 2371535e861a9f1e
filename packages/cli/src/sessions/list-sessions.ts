// `pawl sessions list`: the newest sessions first, from columns that are stored beside the log.
import type { SessionRow } from "@pawl/agent"
import { wrongUsage } from "../failure.ts"
import type { Flags } from "../line/parse.ts"
import { named, short } from "../terminal/plain.ts"
import { out } from "../terminal/screen.ts"
import { bold, dim } from "../terminal/style.ts"
import { withoutChildren } from "./children.ts"
import type { Work } from "./sessions.ts"
import { shortIds } from "./short-ids.ts"
import { statusWord } from "./waits-for.ts"

export async function listSessions({ store, flags }: Work): Promise<number> {
  const limit = limitFrom(flags)
  const tags = flags.get("tag")?.split("\u0000") ?? []
  const query = { limit, ...(tags.length > 0 && { tag: tags }) }
  const rows = flags.has("all")
    ? await store.sessions.list(query)
    : await withoutChildren(store, { ...query, archived: false })
  if (flags.has("json")) out.json(rows)
  else if (rows.length === 0 && tags.length > 0)
    out.line(`No session has the tag ${named(tags.join(", "))}. Add one with pawl sessions tag ID|NAME TAG.`)
  else if (rows.length === 0) out.line('There are no sessions yet. Start one with pawl -p "...".')
  else
    out.write(
      sessionTable(
        rows,
        await shortIds(
          (start) => store.sessions.find(start),
          rows.flatMap(({ id, parent }) => [id, ...(parent === null ? [] : [parent])]),
        ),
      ),
    )
  return 0
}

export function limitFrom(flags: Flags): number {
  const limit = Number(flags.get("limit") ?? 20)
  if (!Number.isInteger(limit) || limit < 1) throw wrongUsage("--limit must be a whole number of at least 1.")
  return limit
}

/** `names`: the ids as they are shown. */
export function sessionTable(rows: readonly SessionRow[], names: ReadonlyMap<string, string> = new Map()): string {
  const nameOf = (id: string) => names.get(id) ?? id
  const width = Math.max(...rows.map(({ id }) => nameOf(id).length))
  const head = bold(
    `${"ID".padEnd(width)}  ${"UPDATED".padEnd(16)}  ${"STATUS".padEnd(10)}  ${"TURNS".padStart(5)}  TITLE\n`,
  )
  const lines = rows.map(({ id, updatedAt, status, dueAt, turns, metadata, title, parent }) => {
    const words = metadata.title === null ? dim(short(title ?? "", 50)) : short(metadata.title, 50)
    const marks = [...(metadata.pinned ? ["pinned"] : []), ...(metadata.archived ? ["archived"] : [])]
    const tags = (metadata.tags ?? []).map((tag) => `#${tag}`)
    const notes = [...marks, ...tags, ...(parent === null ? [] : [`of ${nameOf(parent)}`])]
    const what = notes.length === 0 ? words : `${words} ${dim(`(${notes.join(", ")})`)}`
    return `${nameOf(id).padEnd(width)}  ${when(updatedAt).padEnd(16)}  ${statusWord({ status, dueAt }).padEnd(10)}  ${String(turns).padStart(5)}  ${what}\n`
  })
  return head + lines.join("")
}

/** The local day and minute. */
export function when(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, "0")
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`
}
