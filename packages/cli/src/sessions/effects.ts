// `pawl effects`: lists calls that may or may not have taken effect, because the process died before it recorded the outcome.
import type { Fact, JsonObject, SessionRow, Store } from "@pawl/agent"
import { openStore } from "../agent/agent.ts"
import { loadSettings } from "../config/settings.ts"
import type { Request } from "../line/parse.ts"
import { callText } from "../run/notes.ts"
import { out } from "../terminal/screen.ts"
import { bold, dim, yellow } from "../terminal/style.ts"
import { allSessions, findSession } from "./find-session.ts"
import { when } from "./list-sessions.ts"

interface Effect {
  readonly session: string
  readonly call: string
  readonly tool: string
  readonly arguments: JsonObject
  readonly at: number
  readonly effectKey: string
  /** `open`: started, and the turn has not continued since. */
  readonly outcome: "unknown" | "open"
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

function effectsIn(id: string, facts: readonly Fact[]): readonly Effect[] {
  const started = new Map<string, Extract<Fact, { type: "tool-started" }>>()
  const unknown = new Set<string>()
  for (const fact of facts) {
    if (fact.type === "tool-started") {
      started.set(fact.call, fact)
      // A retry started it again: only that outcome counts.
      unknown.delete(fact.call)
    }
    if (fact.type !== "tool-finished") continue
    if (isDoubtful(fact)) unknown.add(fact.call)
    else started.delete(fact.call)
  }
  return [...started.values()]
    .filter(({ effect, call }) => effect !== "read" || unknown.has(call))
    .map(({ call, name, arguments: given, at, effectKey }) => {
      const outcome = unknown.has(call) ? "unknown" : "open"
      return { session: id, call, tool: name, arguments: given, at, effectKey, outcome }
    })
}

/** A call that timed out or failed on a server may have taken effect too: then its result says so. */
function isDoubtful({ outcome, content }: Extract<Fact, { type: "tool-finished" }>): boolean {
  if (outcome === "unknown") return true
  if (outcome !== "error" && outcome !== "timeout") return false
  return content.some((part) => part.type === "text" && /may (?:still )?have taken effect: verify/.test(part.text))
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
