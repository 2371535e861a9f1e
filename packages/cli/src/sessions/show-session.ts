// `pawl sessions show`: prints the conversation, or the log as a table.
import type { Fact, SessionRow, Store } from "@pawl/agent"
import { costText } from "../observe/record-text.ts"
import { callText } from "../run/notes.ts"
import { named, plain, short } from "../terminal/plain.ts"
import { out } from "../terminal/screen.ts"
import { bold, cyan, dim, green, yellow } from "../terminal/style.ts"
import { conversationOf, type Entry, textOf } from "./conversation.ts"
import { factsTable } from "./facts-table.ts"
import { when } from "./list-sessions.ts"
import { notesText, tasksText } from "./lists-text.ts"
import type { Work } from "./sessions.ts"
import { sessionFor } from "./undo-agent.ts"
import { statusWord, waitsFor } from "./waits-for.ts"

export async function showSession({ store, settings, words, flags }: Work): Promise<number> {
  const row = await sessionFor(store, settings, words[0])
  const facts = await store.log.read(row.id, 0)
  if (flags.has("requests") || flags.has("call"))
    return (await import("./show-requests.ts")).showRequests(row, facts, { store, flags })
  if (flags.has("json")) {
    out.json({ ...row, facts })
    return 0
  }
  const { inputTokens, outputTokens } = row.usage
  const title = row.metadata.title === null ? "" : ` "${named(row.metadata.title)}"`
  out.line(bold(`Session ${row.id}${title}`))
  out.write(
    dim(
      `${statusWord(row)}, ${row.turns} turns, ${facts.length} facts, ${inputTokens} + ${outputTokens} tokens${costText(row.usage)}, updated ${when(row.updatedAt)}\n\n`,
    ),
  )
  if (flags.has("facts")) out.write(factsTable(facts))
  else {
    for (const entry of await conversationOf(facts, store)) out.write(lineOf(entry))
    out.write(await queuedText(row, store))
    out.write(await besidesText(facts, store))
  }
  return 0
}

/** Messages that no turn has begun with yet, and what they wait for. */
async function queuedText(row: SessionRow, store: Store): Promise<string> {
  const said = (await store.inbox.read(row.id)).flatMap(({ command }) =>
    command.kind === "say" ? [command.input] : [],
  )
  if (said.length === 0) return ""
  const lines = await Promise.all(said.map(async (input) => `${bold("you")}    ${plain(await textOf(input, store))}\n`))
  return `${lines.join("")}${dim(`       (queued; waits for ${waitsFor(row) ?? "its turn"})`)}\n`
}

/** The parts of a session besides its messages: sub-agents, task list and notes. */
async function besidesText(facts: readonly Fact[], store: Store): Promise<string> {
  const { childrenIn, listsIn } = await import("@pawl/agent/sessions")
  const { tasks, notes } = listsIn(facts)
  const rows = await Promise.all(childrenIn(facts).map((id) => store.sessions.get(id)))
  const children = rows.flatMap((row) =>
    row === undefined ? [] : [`  ${row.id}  ${row.status.padEnd(10)} ${short(row.title ?? "", 60)}`],
  )
  return [
    ...(children.length === 0 ? [] : [`\n${bold("Sub-agents")}\n${children.join("\n")}\n`]),
    ...(tasks.length === 0 ? [] : [`\n${bold("Tasks")}\n${tasksText(tasks)}\n`]),
    ...(notes.length === 0 ? [] : [`\n${bold("Notes")}\n${notesText(notes)}\n`]),
  ].join("")
}

function lineOf(entry: Entry): string {
  switch (entry.kind) {
    case "user":
      return `${bold("you")}    ${plain(entry.text)}\n`
    case "model":
      if (entry.takenBack !== undefined)
        return dim(`model  ${plain(entry.text)}\n       (taken back: ${named(entry.takenBack)})\n`)
      return `${cyan("model")}  ${plain(entry.text)}\n`
    case "call":
      return `${green("tool")}   ${callText(entry.name, entry.arguments)}\n`
    case "result":
      return `       ${entry.outcome === "ok" ? dim(`-> ${short(entry.text)}`) : `${yellow(entry.outcome)}: ${short(entry.text, 200)}`}\n`
    case "end":
      return `${yellow(entry.outcome)} ${plain(entry.text)}\n`
  }
}
