// How long it takes to open a very long session, and to list very many.
import { join } from "node:path"
import type { Store } from "../../packages/agent/src/contracts/store.ts"
import { toSnapshot } from "../../packages/agent/src/kernel/state/snapshot.ts"
import type { State } from "../../packages/agent/src/kernel/state/state.ts"
import { load } from "../../packages/agent/src/session/load.ts"
import { sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { median } from "../figures.ts"
import { columns, openSessions, runner, workingFacts } from "./data.ts"

const FACTS = 50_000
const SESSIONS = 10_000
const ROUNDS = 7

export async function measureOpen(folder: string): Promise<{ readonly openMs: number; readonly openColdMs: number }> {
  const path = join(folder, "open.db")
  await writeLongSession(path)
  const openColdMs = await medianMs(path, openSession)
  const store = await sqlite(path)
  await store.log.saveSnapshot("long", toSnapshot(await openSession(store)))
  await store.close()
  return { openMs: await medianMs(path, openSession), openColdMs }
}

/** Opens a session as the session actor does: the newest snapshot, if there is one, and the facts after it. */
async function openSession({ log }: Store): Promise<State> {
  const { state } = await load(log, "long")
  if (state.seq !== FACTS) throw new Error(`The session has ${state.seq} facts instead of ${FACTS}.`)
  return state
}

async function writeLongSession(path: string): Promise<void> {
  const store = await sqlite(path)
  await openSessions(store, ["long"])
  const acquired = await store.leases.acquire("long", runner.id)
  if (!acquired.ok) throw new Error("The session is held.")
  const facts = workingFacts(FACTS - 1)
  for (let done = 0; done < facts.length; done += 500) {
    const append = {
      session: "long",
      epoch: acquired.epoch,
      expectedSeq: done + 1,
      facts: facts.slice(done, done + 500),
    }
    const appended = await store.log.append({ ...append, columns: columns(Date.now()) })
    if (!appended.ok) throw new Error(`An append was refused: ${appended.reason}.`)
  }
  await store.close()
}

export async function measureList(folder: string): Promise<number> {
  const path = join(folder, "list.db")
  const store = await sqlite(path)
  const ids = Array.from({ length: SESSIONS }, (_, index) => `session-${index}`)
  await openSessions(store, ids)
  await store.close()
  return medianMs(path, async (opened) => {
    const rows = await opened.sessions.list({ limit: 50 })
    if (rows.length !== 50 || rows[0]?.id !== ids.at(-1)) throw new Error("The list is wrong.")
  })
}

/** Uses a newly opened store each time, whose pages are not in memory yet. */
async function medianMs(path: string, work: (store: Store) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let done = 0; done < ROUNDS; done++) {
    const store = await sqlite(path)
    const since = performance.now()
    await work(store)
    times.push(performance.now() - since)
    await store.close()
  }
  return median(times)
}
