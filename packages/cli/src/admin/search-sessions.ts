// `pawl sessions search`: plain text, whatever its case, in titles, previews and everything that was said.
import type { SessionRow } from "@pawl/agent"
import { wrongUsage } from "../failure.ts"
import { short } from "../plain.ts"
import { dim } from "../style.ts"
import { conversationOf } from "./conversation.ts"
import { allSessions } from "./find-session.ts"
import { when } from "./list-sessions.ts"
import type { Work } from "./sessions.ts"

interface Hit {
  readonly id: string
  readonly title: string | null
  readonly updatedAt: number
  readonly excerpt: string
}

export async function searchSessions(work: Work): Promise<number> {
  const text = work.words.join(" ").trim()
  if (text === "") throw wrongUsage("Search for what? Write pawl sessions search TEXT.")
  const hits: Hit[] = []
  for await (const row of allSessions(work.store)) {
    const excerpt = await excerptOf(row, text.toLowerCase(), work)
    if (excerpt === undefined) continue
    hits.push({ id: row.id, title: row.metadata.title, updatedAt: row.updatedAt, excerpt })
  }
  if (work.flags.has("json")) process.stdout.write(`${JSON.stringify(hits)}\n`)
  else if (hits.length === 0) process.stdout.write(`No session mentions "${text}".\n`)
  for (const { id, updatedAt, title, excerpt } of work.flags.has("json") ? [] : hits) {
    process.stdout.write(
      `${id}  ${when(updatedAt)}${title === null ? "" : `  ${short(title, 40)}`}\n    ${dim(excerpt)}\n`,
    )
  }
  return 0
}

async function excerptOf(row: SessionRow, wanted: string, { store }: Work): Promise<string | undefined> {
  const known = [row.metadata.title ?? "", row.preview].find((text) => text.toLowerCase().includes(wanted))
  if (known !== undefined) return around(known, wanted)
  const entries = await conversationOf(await store.log.read(row.id, 0), store)
  const texts = entries.map((entry) => (entry.kind === "call" ? JSON.stringify(entry.arguments) : entry.text))
  const found = texts.find((text) => text.toLowerCase().includes(wanted))
  return found === undefined ? undefined : around(found, wanted)
}

function around(text: string, wanted: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(wanted) - 40)
  return `${at > 0 ? "..." : ""}${short(text.slice(at, at + 200), 120)}`
}
