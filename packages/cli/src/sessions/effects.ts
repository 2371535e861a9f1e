// `pawl effects`: lists calls that may or may not have taken effect, because the process died before it recorded the outcome.
import type { Fact, SessionRow, Store } from "@pawl/agent"
import { type DoubtfulEffect, doubtfulEffects } from "@pawl/agent/observe"
import { openStore } from "../agent/agent.ts"
import { loadSettings } from "../config/settings.ts"
import type { Request } from "../line/parse.ts"
import { callText } from "../run/notes.ts"
import { out } from "../terminal/screen.ts"
import { bold, dim, yellow } from "../terminal/style.ts"
import { allSessions, findSession } from "./find-session.ts"
import { when } from "./list-sessions.ts"

interface Effect extends DoubtfulEffect {
  readonly session: string
}

export async function effects({ words, flags }: Request): Promise<number> {
  const store = await openStore(await loadSettings(flags))
  try {
    const found: Effect[] = []
    const [name] = words
    const rows = name === undefined ? allSessions(store) : [await findSession(store, name)]
    for await (const row of rows) found.push(...(await effectsOf(row, store)))
    if (flags.has("json")) out.json(found)
    else out.write(tableOf(found))
    return 0
  } finally {
    await store.close()
  }
}

/** For one session, from its facts. */
export function effectLines(facts: readonly Fact[]): readonly string[] {
  const [first] = facts
  const session = first?.type === "session-opened" ? first.session : ""
  return tableOf(effectsIn(session, facts)).trimEnd().split("\n")
}

async function effectsOf({ id }: SessionRow, store: Store): Promise<readonly Effect[]> {
  const facts = await store.log.read(id, 0)
  const [first] = facts
  const { kind, session = id, seq = 0 } = (first?.type === "session-opened" ? first.parent : undefined) ?? {}
  // The copied calls of a fork or an import began in another session, which has their outcome.
  const isCopy = kind !== "delegation" && session !== id && (await store.sessions.get(session)) !== undefined
  const copied = new Set(facts.flatMap((fact) => (fact.type === "tool-started" && fact.seq <= seq ? [fact.call] : [])))
  return effectsIn(id, facts).filter(({ call }) => !isCopy || !copied.has(call))
}

function effectsIn(session: string, facts: readonly Fact[]): readonly Effect[] {
  return doubtfulEffects(facts).map((effect) => ({ session, ...effect }))
}

function tableOf(found: readonly Effect[]): string {
  if (found.length === 0) return "Every call that was started has a known outcome.\n"
  const lines = found.map(({ session, tool, arguments: given, at, outcome }) => {
    const state =
      outcome === "open"
        ? `not finished: continue it with "pawl resume ${session}"`
        : "unknown: check by hand whether it took place"
    return `${yellow(callText(tool, given))}\n    ${dim(`session ${session}, ${when(at)}, ${state}`)}\n`
  })
  return bold(`${found.length} calls may or may not have taken effect.\n`) + lines.join("")
}
