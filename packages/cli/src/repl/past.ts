// Shows the last turns of a session when it is opened again, as they were shown before.
import type { Event, Fact, Session, Usage } from "@pawl/agent"

/** Usually fits on a screen. */
const MAX_TURNS = 3

export interface Past {
  /** The fact before the first of them. */
  readonly after: number
  readonly shown: number
  readonly turns: number
}

/** Finished turns since the last rewind. Undefined when there are none. */
export function pastOf(facts: readonly Fact[]): Past | undefined {
  const since = facts.findLast(({ type }) => type === "conversation-rewound")?.seq ?? 0
  const ended = facts.filter(({ type, seq }) => type === "turn-finished" && seq > since)
  const last = ended.at(-1)?.seq ?? 0
  const begun = facts.filter(({ type, seq }) => type === "turn-started" && seq > since && seq < last)
  const first = begun.slice(-MAX_TURNS)[0]
  if (first === undefined) return undefined
  const turns = facts.filter(({ type }) => type === "turn-finished").length
  return { after: first.seq - 1, shown: Math.min(MAX_TURNS, begun.length), turns }
}

/** Resolves when all of these turns were shown. */
export async function tellPast(session: Session, past: Past, listener: (event: Event) => void): Promise<void> {
  let left = past.shown
  for await (const event of session.events({ after: past.after })) {
    listener(event)
    if (event.type === "turn-end" && --left === 0) return
  }
}

export function pastLine({ shown, turns }: Past): string {
  return shown < turns ? `the last ${shown} of ${turns} turns:` : "so far:"
}

/** Undefined while a turn is running. */
export function lastTurn(facts: readonly Fact[]): Extract<Fact, { type: "turn-finished" }> | undefined {
  const last = facts.at(-1)
  return last?.type === "turn-finished" ? last : undefined
}

/** What the session used up to this fact. */
export async function usedUntil(facts: readonly Fact[], seq: number): Promise<Usage> {
  const earlier = facts.filter((fact) => fact.seq <= seq)
  if (!earlier.some(({ type }) => type === "model-answered")) return { inputTokens: 0, outputTokens: 0 }
  const { statsOf } = await import("@pawl/agent/observe")
  return statsOf(earlier).usage
}
