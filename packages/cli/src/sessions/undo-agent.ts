// An agent that can put files back and asks no model: undo needs neither a key nor a network.
import { type Agent, createAgent, type Model, type Session, type SessionRow, type Store } from "@pawl/agent"
import { openStore } from "../agent/agent.ts"
import type { Settings } from "../config/settings.ts"
import { EXIT } from "../exit-codes.ts"
import { badInput, Failure, wrongUsage } from "../failure.ts"
import { readLastSession } from "../run/last-session.ts"
import { findSession } from "./find-session.ts"

/** Whatever is said at the very moment waits for somebody who can answer it. */
const nobody: Model = { name: "nobody", ask: () => new Promise(() => {}) }

export interface Which {
  readonly name: string | undefined
  /** Only lists what there is. */
  readonly isLook: boolean
  readonly isTry?: boolean
}

export async function withSession<T>(
  settings: Settings,
  { name, isLook, isTry = false }: Which,
  use: (session: Session, row: SessionRow) => Promise<T>,
): Promise<T> {
  const store = await openStore(settings)
  let agent: Agent | undefined
  try {
    const row = await sessionFor(store, settings, name)
    // What is only tried out must promise nothing that is refused then.
    if (!isLook) await mustRest(row, store)
    // Whoever only looks must not set anything going.
    const run = isLook || isTry ? "none" : "opened"
    agent = await createAgent({ model: nobody, store, workspace: settings.workspace, run })
    return await use(await agent.open({ id: row.id }), row)
  } finally {
    // Long enough to let go of the session in order.
    await agent?.close({ deadlineMs: 5000 })
    await store.close()
  }
}

/** The one that is named, or the last one of this folder. */
export async function sessionFor(store: Store, settings: Settings, name: string | undefined): Promise<SessionRow> {
  const wanted = name ?? readLastSession(settings)
  if (wanted === undefined) throw wrongUsage('Which session? Name it; "pawl sessions list" shows them.')
  const row = name === undefined ? await store.sessions.get(wanted) : await findSession(store, wanted)
  if (row === undefined)
    throw badInput('The last session of this folder is gone. Name one; "pawl sessions list" shows them.')
  return row
}

/** Opening it would set going what it has to do, and there is no model here to do it with. */
async function mustRest({ id, status }: SessionRow, store: Store): Promise<void> {
  const waiting = await store.inbox.read(id)
  const isQuiet = !waiting.some(({ command }) => command.kind === "say")
  if (isQuiet && (status === "idle" || status === "failed")) return
  throw new Failure(
    EXIT.failed,
    `Session ${id} is busy, and files change while it is. Finish its turn with pawl resume ${id}, or end it with pawl cancel ${id}; then undo.`,
  )
}
