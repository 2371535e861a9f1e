// `pawl context`: shows the request that a message would lead to now, and its size. Nothing is sent, nothing runs.
import type { Agent, ContextReport } from "@pawl/agent"
import { openAgent } from "../agent/agent.ts"
import { policyOf } from "../config/approving.ts"
import { loadSettings } from "../config/settings.ts"
import { EXIT } from "../exit-codes.ts"
import { warn, wrongUsage } from "../failure.ts"
import type { Flags, Request } from "../line/parse.ts"
import { closing, openLog } from "../log-file.ts"
import { explainMissing } from "../run/choose-session.ts"
import { readLastSession } from "../run/last-session.ts"
import { named } from "../terminal/plain.ts"
import { out } from "../terminal/screen.ts"
import { contextText } from "./context-text.ts"
import { requestOf } from "./request-of.ts"

export async function context({ words, flags }: Request): Promise<number> {
  const [name, ...more] = words
  if (more.length > 0) throw wrongUsage("One session at a time: pawl context [ID|NAME].")
  const settings = await loadSettings(flags)
  const log = await openLog(settings.folders, { command: "context" })
  const last = name ?? readLastSession(settings)
  // Looking at a session must not continue its interrupted turn.
  const opened = await openAgent(settings, { approve: policyOf(settings.approve), log, warn, run: "none" }, last).catch(
    closing(log),
  )
  try {
    const id = await idOf(opened.agent, name, last)
    const report = id === undefined ? await freshReport(opened.agent) : await reportOf(opened.agent, id)
    const title = id === undefined ? `A new session in ${settings.workspace}` : `Session ${id}`
    const text = textFor(report, title, flags)
    if (flags.has("request") || flags.has("json")) out.jsonText(text)
    else out.write(text)
    return EXIT.done
  } finally {
    await opened.close()
    log.close()
  }
}

/** The named session, the last one of this folder, or none: the pointer to the last may be older than the store. */
async function idOf(agent: Agent, name: string | undefined, last: string | undefined): Promise<string | undefined> {
  if (name !== undefined) return (await agent.sessions.find(name).catch(explainMissing)).id
  return last === undefined ? undefined : (await agent.sessions.find(last).catch(() => undefined))?.id
}

async function reportOf(agent: Agent, id: string): Promise<ContextReport> {
  return (await agent.open({ id })).context()
}

/** Removes the empty session again. */
async function freshReport(agent: Agent): Promise<ContextReport> {
  const session = await agent.open()
  try {
    return await session.context()
  } finally {
    await agent.sessions.remove(session.id)
  }
}

export function textFor(report: ContextReport, title: string, flags: Flags): string {
  const spaces = flags.has("json") ? undefined : 2
  if (flags.has("request")) return `${JSON.stringify(requestOf(report), undefined, spaces)}\n`
  if (flags.has("json")) return `${JSON.stringify(report)}\n`
  return `${named(title)}\n${contextText(report, out.style)}\n`
}
