// Which session is meant: a new one, the last one of this workspace (-c), or one by id or name (-r).
import type { Agent, Session } from "@pawl/agent"
import type { Settings } from "../config/settings.ts"
import { badInput, wrongUsage } from "../failure.ts"
import type { Flags } from "../line/parse.ts"
import { readLastSession } from "./last-session.ts"

export async function chooseSession(agent: Agent, settings: Settings, flags: Flags): Promise<Session> {
  if (flags.has("continue") && flags.has("resume")) throw wrongUsage("-c and -r exclude each other. Give one of them.")
  const title = flags.get("title")
  const id = await idFrom(agent, settings, flags)
  const session = await agent.open({ ...(id !== undefined && { id }), ...(title !== undefined && { title }) })
  if (id !== undefined && title !== undefined) await session.update({ title })
  return session
}

async function idFrom(agent: Agent, settings: Settings, flags: Flags): Promise<string | undefined> {
  const name = flags.get("resume")
  if (name !== undefined) return (await agent.sessions.find(name)).id
  if (!flags.has("continue")) return undefined
  const last = readLastSession(settings)
  // The pointer may be older than the store: a session that was removed is not opened again under its id.
  const known = last === undefined ? undefined : await agent.sessions.find(last).catch(() => undefined)
  if (known !== undefined) return known.id
  throw badInput(
    `There is no session to continue in "${settings.workspace}". Start one with pawl -p "...", or choose one of "pawl sessions list" with -r.`,
  )
}
