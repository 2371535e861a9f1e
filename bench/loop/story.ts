// The story that every contender plays: turns of many rounds, answers of many chunks, many sessions at once.
import type { Cost } from "./contender.ts"
import type { Ask } from "./processes.ts"
import { fitting, type Sampling } from "./sampling.ts"

export const SHORT = 50
export const LONG = 500
export const CHUNKS = 20_000
export const CROWD = 1000
const SLOW = { answers: 2, chunks: 20, ms: 20 }
/** What each session of the crowd waits for its model, at least. */
export const IDEAL_MS = SLOW.answers * SLOW.chunks * SLOW.ms

export interface Effort {
  /** Processes with turns and answers, and with sessions at once. */
  readonly turning: Sampling
  readonly crowding: Sampling
  /** How many turns of 50 rounds: the first ones of a process, then some that only warm it up, then the steady ones. */
  readonly turns: { readonly first: number; readonly warm: number; readonly steady: number }
  /** How many answers of 20,000 chunks: some that warm the process up, then those that count. */
  readonly answers: { readonly warm: number; readonly steady: number }
  /** A slow contender does fewer of each, as many as fit into this time. */
  readonly partMs: number
  /** How often each program is started. */
  readonly starts: number
}

/** With all contenders of `peers` seven minutes, on a machine that does nothing else. */
export const FULL: Effort = {
  turning: { samples: 7, budgetMs: 320_000 },
  crowding: { samples: 3, budgetMs: 80_000 },
  turns: { first: 8, warm: 32, steady: 8 },
  answers: { warm: 15, steady: 10 },
  partMs: 2500,
  starts: 15,
}
export const QUICK: Effort = {
  turning: { samples: 2, budgetMs: 90_000 },
  crowding: { samples: 1, budgetMs: 30_000 },
  turns: { first: 4, warm: 4, steady: 4 },
  answers: { warm: 8, steady: 4 },
  partMs: 2000,
  starts: 5,
}

export function effort(): Effort {
  return process.argv.includes("--quick") ? QUICK : FULL
}

/** CPU a round of the first turns, of steady ones and of a long one; CPU of an answer of many chunks. */
export async function roundsAndChunks(ask: Ask, base: string, { turns, answers, partMs }: Effort) {
  const rounds = (count: number, sessions: number) =>
    ask({ baseUrl: `${base}/rounds/${count}/v1`, sessions, looks: count, atOnce: false })
  const chunks = (sessions: number) =>
    ask({ baseUrl: `${base}/chunks/${CHUNKS}/v1`, sessions, looks: 0, atOnce: false })
  const turn = (many: number) => rounds(SHORT, many)
  // The first turn of a process loads and compiles. A process pays that once, not by the round.
  await rounds(2, 1)
  const first = await some(turns.first, partMs, turn)
  await some(turns.warm, partMs, turn)
  const steady = await some(turns.steady, partMs, turn)
  const long = await rounds(LONG, 1)
  await some(answers.warm, partMs, chunks)
  const answer = await some(answers.steady, partMs, chunks)
  return { first: each(first, SHORT), steady: each(steady, SHORT), long: each(long, LONG), chunks: answer }
}

/** The cost of one unit, measured with as many as fit into the time. */
async function some(wanted: number, budgetMs: number, run: (many: number) => Promise<Cost>): Promise<Cost> {
  const one = await run(1)
  const more = fitting(wanted - 1, one.wallMs, budgetMs - one.wallMs)
  if (more === 0) return one
  const rest = await run(more)
  const both = { cpuMs: one.cpuMs + rest.cpuMs, wallMs: one.wallMs + rest.wallMs, kb: Math.max(one.kb, rest.kb) }
  return each(both, more + 1)
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
