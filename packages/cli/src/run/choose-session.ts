// Chooses the session: a new one, the last one of this workspace (-c), or one by id or name (-r).
import { type Agent, isPawlError, type Session, type SessionRow } from "@pawl/agent"
import type { Settings } from "../config/settings.ts"
import { badInput, warn, wrongUsage } from "../failure.ts"
import type { Flags } from "../line/parse.ts"
import { readLastSession } from "./last-session.ts"
import { elsewhereNote, mustBeHere } from "./other-folder.ts"

export const ONE_SESSION = "-c and -r exclude each other. Give one of them."

/** Id or name of the session to continue, if any. */
export function sessionMeant(settings: Settings, flags: Flags): string | undefined {
  if (flags.has("continue") && flags.has("resume")) throw wrongUsage(ONE_SESSION)
  return flags.get("resume") ?? (flags.has("continue") ? readLastSession(settings) : undefined)
}

export async function chooseSession(agent: Agent, settings: Settings, flags: Flags): Promise<Session> {
  const title = flags.get("title")
  const id = await idFrom(agent, settings, flags)
  const session = await agent.open({ ...(id !== undefined && { id }), ...(title !== undefined && { title }) })
  if (id !== undefined && title !== undefined) await session.update({ title })
  return session
}

async function idFrom(agent: Agent, settings: Settings, flags: Flags): Promise<string | undefined> {
  const name = sessionMeant(settings, flags)
  if (name !== undefined && flags.has("resume"))
    return idHere(await agent.sessions.find(name).catch(explainMissing), settings, flags)
  if (!flags.has("continue")) return undefined
  // The pointer may be outdated: do not open a removed session again under its id.
  const known = name === undefined ? undefined : await agent.sessions.find(name).catch(() => undefined)
  if (known !== undefined) return idHere(known, settings, flags)
  throw badInput(
    `There is no session to continue in "${settings.workspace}". Start one with pawl -p "...", or choose one from "pawl sessions list" with -r.`,
  )
}

function idHere(row: SessionRow, settings: Settings, flags: Flags): string {
  // A message that is only stored is run in the session's own folder.
  if (flags.has("detach") || settings.runner === "worker") return row.id
  mustBeHere(row, settings)
  const note = elsewhereNote(row, settings)
  if (note !== undefined) warn(note)
  return row.id
}

/** Adds the command that lists sessions, which the library does not know. */
export function explainMissing(error: unknown): never {
  if (!isPawlError(error, "session-missing")) throw error
  throw badInput(error.message.replace(/\. .*$/, '. Run "pawl sessions list" to see the sessions.'))
}
