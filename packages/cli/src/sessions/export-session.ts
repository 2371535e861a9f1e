// `pawl sessions export`: prints every fact and blob as a line of JSON, or the conversation as Markdown.
import type { SessionRow, Store } from "@pawl/agent"
import { out } from "../terminal/screen.ts"
import { conversationOf, type Entry } from "./conversation.ts"
import { findSession } from "./find-session.ts"
import { nameFrom, type Work } from "./sessions.ts"

export async function exportSession({ store, words, flags }: Work): Promise<number> {
  const row = await findSession(store, nameFrom(words, "pawl sessions export ID|NAME"))
  if (flags.get("format") === "markdown") {
    out.exact(await markdownOf(row, store))
    return 0
  }
  for await (const line of linesOf(store, row.id)) {
    out.jsonText(`${line}\n`)
    // Attachments are large.
    await out.drained()
  }
  return 0
}

/** Every fact and blob as a line of JSON. */
export async function* linesOf(store: Store, id: string): AsyncGenerator<string> {
  const { exportSession: lines } = await import("../remote/operations.ts")
  yield* lines(store, id)
}

/** The conversation, to read. */
export async function markdownOf(row: SessionRow, store: Store): Promise<string> {
  const entries = await conversationOf(await store.log.read(row.id, 0), store)
  return [titleOf(row), ...entries.map(partOf)].join("\n")
}

function titleOf({ id, title, createdAt }: SessionRow): string {
  return `# ${title ?? `Session ${id}`}\n\nSession \`${id}\`, begun ${new Date(createdAt).toISOString()}.\n`
}

function partOf(entry: Entry): string {
  switch (entry.kind) {
    case "user":
      return `## You\n\n${entry.text}\n`
    case "model":
      return `## Model${entry.takenBack === undefined ? "" : ` (taken back: ${entry.takenBack})`}\n\n${entry.text}\n`
    case "call":
      return `**${entry.name}**\n\n${fenced(JSON.stringify(entry.arguments, undefined, 2), "json")}`
    case "result":
      return `${entry.name}: ${entry.outcome}\n\n${fenced(entry.text, "text")}`
    case "end":
      return `_The turn ended: ${entry.outcome}. ${entry.text}_\n`
  }
}

/** Uses a longer fence than any inside, so that a result cannot end it. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = "`".repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}\n`
}
