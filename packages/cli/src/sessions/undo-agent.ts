// An agent that restores files and asks no model: undo needs neither a key nor a network.
import { type Agent, createAgent, type Model, type Session, type SessionRow, type Store } from "@pawl/agent"
import { openStore } from "../agent/agent.ts"
import type { Settings } from "../config/settings.ts"
import { EXIT } from "../exit-codes.ts"
import { badInput, Failure, wrongUsage } from "../failure.ts"
import type { ServerPlace } from "../remote/place.ts"
import { readLastSession } from "../run/last-session.ts"
import { findSession } from "./find-session.ts"

/** Never answers: a message that arrives at this moment waits for another process. */
const silentModel: Model = { name: "nobody", ask: () => new Promise(() => {}) }

export interface Which {
  readonly name: string | undefined
  /** Only lists, changes nothing. */
  readonly isLook: boolean
  readonly isTry?: boolean
}

export async function withSession<T>(
  settings: Settings,
  { name, isLook, isTry = false }: Which,
  use: (session: Session, row: SessionRow) => Promise<T>,
): Promise<T> {
  if (settings.server !== undefined) return withRemoteSession(settings, settings.server, { name, use })
  const store = await openStore(settings)
  let agent: Agent | undefined
  try {
    const row = await sessionFor(store, settings, name)
    // A dry run must not report success for an undo that would be refused.
    if (!isLook) await mustRest(row, store)
    // Looking at a session must not continue its turn.
    const run = isLook || isTry ? "none" : "opened"
    agent = await createAgent({ model: silentModel, store, workspace: settings.workspace, run })
    return await use(await agent.open({ id: row.id }), row)
  } finally {
    // Long enough to release the session properly.
    await agent?.close({ deadlineMs: 5000 })
    await store.close()
  }
}

/** The server's agent restores the files, and refuses while a turn runs. */
async function withRemoteSession<T>(
  settings: Settings,
  server: ServerPlace,
  { name, use }: { readonly name: string | undefined; readonly use: (session: Session, row: SessionRow) => Promise<T> },
): Promise<T> {
  const store = await openStore(settings)
  const { openRemoteAgent } = await import("../remote/remote-agent.ts")
  const { agent, close } = await openRemoteAgent(settings, server)
  try {
    const row = await sessionFor(store, settings, name)
    return await use(await agent.open({ id: row.id, create: false }), row)
  } finally {
    await close()
    await store.close()
  }
}

/** The named session, or the last one of this folder. */
export async function sessionFor(store: Store, settings: Settings, name: string | undefined): Promise<SessionRow> {
  const wanted = name ?? readLastSession(settings)
  if (wanted === undefined)
    throw wrongUsage('Which session? This folder has none yet. Name one; "pawl sessions list" shows them.')
  const row = name === undefined ? await store.sessions.get(wanted) : await findSession(store, wanted)
  if (row === undefined)
    throw badInput('The last session of this folder was removed. Name another; "pawl sessions list" shows them.')
  return row
}

/** Opening a busy session would continue its turn, and there is no model here to do so. */
async function mustRest({ id, status }: SessionRow, store: Store): Promise<void> {
  const waiting = await store.inbox.read(id)
  const isQuiet = !waiting.some(({ command }) => command.kind === "say")
  if (isQuiet && (status === "idle" || status === "failed")) return
  throw new Failure(
    EXIT.failed,
    `Session ${id} is running a turn, and its files may change meanwhile. Finish the turn with "pawl resume ${id}", or end it with "pawl cancel ${id}"; then undo.`,
  )
}
