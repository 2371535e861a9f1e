// The story that every contender plays: turns of many rounds, answers of many chunks, many sessions at once.
import type { Cost } from "./contender.ts"
import type { Ask } from "./processes.ts"

export const SHORT = 50
export const LONG = 500
export const CHUNKS = 20_000
export const CROWD = 1000
const SLOW = { answers: 2, chunks: 20, ms: 20 }
/** What each session of the crowd waits for its model, at least. */
export const IDEAL_MS = SLOW.answers * SLOW.chunks * SLOW.ms

export interface Effort {
  /** How many processes of each contender are measured. */
  readonly samples: number
  readonly crowdSamples: number
  /** How many turns of 50 rounds: the first ones of a process, then some that only warm it up, then the steady ones. */
  readonly turns: { readonly first: number; readonly warm: number; readonly steady: number }
  /** How many answers of 20,000 chunks: some that warm the process up, then those that count. */
  readonly answers: { readonly warm: number; readonly steady: number }
  /** How often each program is started. */
  readonly starts: number
}

export const FULL: Effort = {
  samples: 7,
  crowdSamples: 3,
  turns: { first: 8, warm: 32, steady: 8 },
  answers: { warm: 15, steady: 10 },
  starts: 15,
}
export const QUICK: Effort = {
  samples: 2,
  crowdSamples: 1,
  turns: { first: 4, warm: 4, steady: 4 },
  answers: { warm: 8, steady: 4 },
  starts: 5,
}

export function effort(): Effort {
  return process.argv.includes("--quick") ? QUICK : FULL
}

/** CPU a round of the first turns, of steady ones and of a long one; CPU of an answer of many chunks. */
export async function roundsAndChunks(ask: Ask, base: string, { turns, answers }: Effort) {
  const rounds = (count: number, sessions: number) =>
    ask({ baseUrl: `${base}/rounds/${count}/v1`, sessions, looks: count, atOnce: false })
  const chunks = (sessions: number) =>
    ask({ baseUrl: `${base}/chunks/${CHUNKS}/v1`, sessions, looks: 0, atOnce: false })
  // The first turn of a process loads and compiles. A process pays that once, not by the round.
  await rounds(2, 1)
  const first = each(await rounds(SHORT, turns.first), SHORT * turns.first)
  await rounds(SHORT, turns.warm)
  const steady = each(await rounds(SHORT, turns.steady), SHORT * turns.steady)
  const long = each(await rounds(LONG, 1), LONG)
  await chunks(answers.warm)
  return { first, steady, long, chunks: each(await chunks(answers.steady), answers.steady) }
}

/** Sessions at once, as many as there are, in a process that has seen a few. */
export async function crowded(ask: Ask, base: string): Promise<{ readonly crowd: Cost }> {
  const baseUrl = `${base}/slow/${SLOW.answers}/${SLOW.chunks}/v1`
  const crowd = (sessions: number) => ask({ baseUrl, sessions, looks: SLOW.answers - 1, atOnce: true })
  await crowd(10)
  return { crowd: await crowd(CROWD) }
}

function each(cost: Cost, count: number): Cost {
  return { cpuMs: cost.cpuMs / count, wallMs: cost.wallMs / count, kb: cost.kb / count }
}
