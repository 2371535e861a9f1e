// Finds the turn that was interrupted in this folder: no process runs it, and it has not ended.
import type { Fact, SessionRow, Store } from "@pawl/agent"
import { isDead } from "@pawl/agent/sessions"
import { openStore } from "../agent/agent.ts"
import type { Settings } from "../config/settings.ts"
import { statusWord, waitsFor } from "../sessions/waits-for.ts"
import { named, short } from "../terminal/plain.ts"
import { readLastSession } from "./last-session.ts"
import { partsText } from "./notes.ts"
import { isHere } from "./other-folder.ts"

export interface Interrupted {
  readonly row: SessionRow
  /** What the person said last, if a turn began with it. */
  readonly said: string | undefined
}

/** Undefined when the last session of this folder rests, or another process runs it. */
export async function interruptedHere(settings: Settings): Promise<Interrupted | undefined> {
  const last = readLastSession(settings)
  if (last === undefined || settings.server !== undefined) return undefined
  const store = await openStore(settings)
  try {
    const row = await store.sessions.get(last)
    if (row === undefined || !isHere(row, settings) || waitsFor(row) === undefined) return undefined
    if (await isRun(store, row)) return undefined
    return { row, said: row.status === "idle" ? undefined : lastSaid(await store.log.read(row.id, 0)) }
  } finally {
    await store.close()
  }
}

/** What to tell the user about it. */
export function interruptedText({ row, said }: Interrupted): string {
  const what = row.openRequests.length > 0 ? "waits for your decision" : WORDS[statusWord(row)]
  return `The last turn in this folder ${what ?? "was interrupted"}: ${named(short(said ?? row.title ?? row.id, 60))}.`
}

function lastSaid(facts: readonly Fact[]): string | undefined {
  const fact = facts.findLast((each) => each.type === "turn-started" || each.type === "input-added")
  const text = fact === undefined || !("input" in fact) ? "" : partsText(fact.input)
  return text === "" ? undefined : text
}

const WORDS: Readonly<Record<string, string>> = { queued: "was sent and has not begun" }

async function isRun(store: Store, { id }: SessionRow): Promise<boolean> {
  const due = await store.sessions.due({ before: Date.now(), limit: MAX_DUE })
  const holder = due.find((each) => each.id === id)?.holder
  return holder !== undefined && !isDead(holder.runner)
}

const MAX_DUE = 1000
