// Whole turns a second: a request to a model on this machine, a tool call, a second request and an answer, many sessions at once.
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { median } from "../figures.ts"

export interface Wanted {
  readonly turns: number
  readonly atOnce: number
}

export interface Cost {
  readonly wallMs: number
  readonly cpuMs: number
}

const AT_ONCE = 24

export interface TurnsSetup {
  readonly folder: string
  readonly url: string
  /** Where the model answers. */
  readonly base: string
  readonly rounds: number
  readonly turns: number
}

/** Medians of rounds that alternate: PostgreSQL in one process and in three, and SQLite in one. */
export async function turnRates({ folder, url, base, rounds, turns }: TurnsSetup) {
  const model = `${base}/rounds/1/v1`
  const onPostgres = await Promise.all([1, 2, 3].map(() => startRunner(`${url}#turns`, model)))
  const onSqlite = [await startRunner(join(folder, "turns.db"), model)]
  const ways = { one: onPostgres.slice(0, 1), three: onPostgres, sqlite: onSqlite }
  const rates = { one: [] as number[], three: [] as number[], sqlite: [] as number[] }
  try {
    // A warm-up run: code gets compiled, statements are prepared, connections are open.
    for (const crew of Object.values(ways)) await rateOf(crew, turns)
    for (let done = 0; done < rounds; done++)
      for (const [name, crew] of Object.entries(ways)) rates[name as keyof typeof ways].push(await rateOf(crew, turns))
    return { one: median(rates.one), three: median(rates.three), sqlite: median(rates.sqlite) }
  } finally {
    for (const runner of [...onPostgres, ...onSqlite]) runner.end()
  }
}

/** The same number of sessions at once in all, whatever the number of processes. */
async function rateOf(crew: readonly Runner[], turns: number): Promise<number> {
  const began = performance.now()
  const share = { turns: Math.ceil(turns / crew.length), atOnce: AT_ONCE / crew.length }
  await Promise.all(crew.map((runner) => runner.ask(share)))
  return (share.turns * crew.length * 1000) / (performance.now() - began)
}

export interface Runner {
  ask(wanted: Wanted): Promise<Cost>
  end(): void
}

export async function startRunner(store: string, model: string): Promise<Runner> {
  const child = fork(new URL("turn-runner.ts", import.meta.url), [store, model])
  await told(child)
  return {
    ask: (wanted) => {
      child.send(wanted)
      return told(child) as Promise<Cost>
    },
    end: () => child.disconnect(),
  }
}

async function told(child: ChildProcess): Promise<unknown> {
  const ended = once(child, "exit").then(([code]) =>
    Promise.reject(new Error(`A process of turns ended with ${code}.`)),
  )
  const [message] = await Promise.race([once(child, "message"), ended])
  ended.catch(() => {})
  return message
}
