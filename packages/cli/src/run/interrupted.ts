// Finds the turn that was interrupted in this folder: no process runs it, and it has not ended.
import type { SessionRow, Store } from "@pawl/agent"
import { openStore } from "../agent/agent.ts"
import type { Settings } from "../config/settings.ts"
import { isAlive } from "../doctor/is-alive.ts"
import { statusWord, waitsFor } from "../sessions/waits-for.ts"
import { named, short } from "../terminal/plain.ts"
import { readLastSession } from "./last-session.ts"
import { isHere } from "./other-folder.ts"

/** Undefined when the last session of this folder rests, or another process runs it. */
export async function interruptedHere(settings: Settings): Promise<SessionRow | undefined> {
  const last = readLastSession(settings)
  if (last === undefined || settings.server !== undefined) return undefined
  const store = await openStore(settings)
  try {
    const row = await store.sessions.get(last)
    if (row === undefined || !isHere(row, settings) || waitsFor(row) === undefined) return undefined
    return (await isRun(store, row)) ? undefined : row
  } finally {
    await store.close()
  }
}

/** What to tell the user about it. */
export function interruptedText(row: SessionRow): string {
  const what = row.openRequests.length > 0 ? "waits for your decision" : WORDS[statusWord(row)]
  return `The last turn in this folder ${what ?? "was interrupted"}: ${named(short(row.title ?? row.id, 60))}.`
}

const WORDS: Readonly<Record<string, string>> = { queued: "was sent and has not begun" }

async function isRun(store: Store, { id }: SessionRow): Promise<boolean> {
  const due = await store.sessions.due({ before: Date.now(), limit: MAX_DUE })
  const holder = due.find((each) => each.id === id)?.holder
  return holder !== undefined && isAlive(holder.runner.pid)
}

const MAX_DUE = 1000
