// Judges a campaign by what it left: the logs, the effects outside of the store, and who wrote what when.
import type { Fact } from "../../../packages/agent/src/contracts/fact.ts"
import { count } from "../../kill/victims.ts"
import { logObjections } from "../../schedules/log-objections.ts"
import { epochObjections } from "../workers.ts"
import type { Victim } from "./events.ts"
import type { Appended, Note } from "./notes.ts"

export interface Objections {
  readonly lost: readonly string[]
  readonly silentDuplicates: readonly string[]
  readonly invalid: readonly string[]
  /** Two writers of one log, or effects of a worker that had lost the session. */
  readonly zombies: readonly string[]
  /** Workers that hung with work in their hands, and that nobody replaced before they woke. */
  readonly abandoned: readonly string[]
}

export interface SessionLog {
  readonly id: string
  readonly facts: readonly Fact[]
  readonly accepted: readonly string[]
}

const isLost = (text: string) => /was lost|did not happen|has no result|turns started/.test(text)
const isTwice = (text: string) => /happened \d+ times|carried out twice|two results|is reported as/.test(text)

export function judge(
  logs: readonly SessionLog[],
  notes: readonly Note[],
  victims: readonly Victim[] = [],
): Objections {
  const effects = count(notes.flatMap((note) => (note.what === "effect" ? [note.key] : [])))
  const all = logs.flatMap(({ id, facts, accepted }) =>
    [...logObjections(facts, accepted, effects), ...undeclared(id, facts, notes)].map((each) => `${id}: ${each}`),
  )
  const lines = notes.flatMap((note) => {
    if (note.what !== "appended" || note.facts === 0) return []
    return [`${note.session} ${note.epoch} ${note.from} ${note.facts} ${note.worker}`]
  })
  return {
    lost: all.filter(isLost),
    silentDuplicates: all.filter((text) => !isLost(text) && isTwice(text)),
    invalid: all.filter((text) => !isLost(text) && !isTwice(text)),
    zombies: [...epochObjections(lines), ...lateEffects(notes)],
    abandoned: victims
      .filter((victim) => !isReplaced(victim, notes))
      .map(({ worker }) => `${worker} ${NEVER_REPLACED}`),
  }
}

/** A call that must not happen twice, begun by one runner and ended by the next, is in doubt: its outcome has to say so. */
function undeclared(id: string, facts: readonly Fact[], notes: readonly Note[]): readonly string[] {
  const appends = notes.filter((note) => note.what === "appended" && note.session === id)
  const epochAt = (seq: number) =>
    appends.find((note) => note.what === "appended" && note.from < seq && seq <= note.from + note.facts)
  return facts.flatMap((fact) => {
    if (fact.type !== "tool-started" || fact.effect !== "once") return []
    const end = facts.find((other) => other.type === "tool-finished" && other.call === fact.call)
    if (end?.type !== "tool-finished" || end.outcome === "unknown") return []
    const [began, ended] = [epochAt(fact.seq), epochAt(end.seq)]
    if (began?.what !== "appended" || ended?.what !== "appended" || began.epoch === ended.epoch) return []
    return [`${fact.call} was interrupted and is reported as ${end.outcome}`]
  })
}

/** Effects that must not happen twice, of a worker whose session another had taken before. */
function lateEffects(notes: readonly Note[]): readonly string[] {
  const taken = Map.groupBy(
    notes.filter((note) => note.what === "acquired"),
    ({ session }) => session,
  )
  return notes.flatMap((note) => {
    if (note.what !== "effect" || note.effect !== "once") return []
    const before = (taken.get(note.session) ?? []).filter(({ at }) => at < note.at)
    const last = before.reduce<Note | undefined>(
      (one, other) => (one && epochOf(one) > epochOf(other) ? one : other),
      undefined,
    )
    if (last === undefined || last.worker === note.worker) return []
    const lateMs = Math.round(note.at - last.at)
    return [`${note.worker} performed ${note.key} ${lateMs} ms after ${last.worker} had taken the session`]
  })
}

function epochOf(note: Note): number {
  return "epoch" in note ? note.epoch : 0
}

const NEVER_REPLACED = "hung in the middle of turns, and nobody had gone on with any of them when it woke"

/**
 * Whether another worker went on with at least one of the turns that a stopped one was in the middle of, before that one woke. By the
 * order of what happened: its campaign leaves it stopped for as long as that may take.
 */
export function isReplaced({ kind, worker, at, wokenAt = Number.POSITIVE_INFINITY }: Victim, notes: readonly Note[]) {
  const held = inTheMiddle(worker, at, notes)
  if (kind !== "stop" || held.length === 0) return true
  return notes.some(
    (note) => note.what === "appended" && note.worker !== worker && note.at < wokenAt && held.some(isEarlierThan(note)),
  )
}

/** What each session's runner wrote last, where that is this worker and the turn was to go on. */
export function inTheMiddle(worker: string, at: number, notes: readonly Note[]): readonly Appended[] {
  const before = notes.filter((note) => note.at <= at && note.what !== "effect")
  const last = new Map(before.map((note) => [note.session, note]))
  return [...last.values()].filter(
    (note) => note.what === "appended" && note.worker === worker && !note.rests,
  ) as Appended[]
}

function isEarlierThan(note: Appended): (held: Appended) => boolean {
  return ({ session, epoch }) => session === note.session && epoch < note.epoch
}

/** How long until another worker wrote to the sessions that a victim was running, in milliseconds. */
export function takeOvers({ worker, at, wokenAt }: Victim, notes: readonly Note[]): readonly number[] {
  const bySession = Map.groupBy(notes, ({ session }) => session)
  return [...bySession.values()].flatMap((all) => {
    const before = all.filter((note) => note.at <= at && note.what !== "effect")
    const [held] = before.filter(({ what }) => what === "acquired").slice(-1)
    const last = before.at(-1)
    if (held?.worker !== worker || last === undefined || last.what === "released") return []
    if (last.what === "appended" && last.rests) return []
    const next = all.find((note) => note.what === "appended" && note.at > at && epochOf(note) > epochOf(held))
    // One that was not taken before its runner woke was in nobody's hands all the time.
    return [Math.min(next?.at ?? Number.POSITIVE_INFINITY, wokenAt ?? Number.POSITIVE_INFINITY) - at]
  })
}
