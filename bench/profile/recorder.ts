// Plays turns of the loop benchmark from sources, in its own process, and records them: a .cpuprofile, or what is made by the
// round: promises, timers, ticks, and the lines that make the promises.
import { createHook } from "node:async_hooks"
import { writeFileSync } from "node:fs"
import { Session } from "node:inspector/promises"
import type { Prepared } from "../loop/contender.ts"
import { prepare } from "../loop/pawl.ts"

const ROUNDS = 50
const TURNS = { warm: 12, recorded: 20, counted: 4 }
const SAMPLE_MICROS = 100

/** How often a round makes each kind of thing, and how many promises come from each line. */
export interface Made {
  readonly kinds: Readonly<Record<string, number>>
  readonly promisesFrom: Readonly<Record<string, number>>
}

const [variant = "memory", base = "", file = ""] = process.argv.slice(2)
const prepared = await prepare(`${base}/rounds/${ROUNDS}/v1`, variant)
await play(prepared, TURNS.warm)
if (file === "") process.send?.(await countMade(prepared))
else process.send?.(await record(prepared, file))
await prepared.close()
process.disconnect?.()

async function play({ session }: Prepared, turns: number): Promise<void> {
  for (let done = 0; done < turns; done++) await session()
}

/** Returns the number of rounds in the profile. */
async function record(what: Prepared, path: string): Promise<number> {
  const inspector = new Session()
  inspector.connect()
  await inspector.post("Profiler.enable")
  await inspector.post("Profiler.setSamplingInterval", { interval: SAMPLE_MICROS })
  await inspector.post("Profiler.start")
  await play(what, TURNS.recorded)
  const { profile } = await inspector.post("Profiler.stop")
  writeFileSync(path, JSON.stringify(profile))
  return TURNS.recorded * ROUNDS
}

async function countMade(what: Prepared): Promise<Made> {
  const kinds: Record<string, number> = {}
  const promisesFrom: Record<string, number> = {}
  const count = (sums: Record<string, number>, name: string) => {
    sums[name] = (sums[name] ?? 0) + 1 / (TURNS.counted * ROUNDS)
  }
  Error.stackTraceLimit = 12
  const hook = createHook({
    init: (_id, kind) => {
      count(kinds, kind)
      if (kind === "PROMISE") count(promisesFrom, lineIn(new Error().stack ?? ""))
    },
  })
  hook.enable()
  await play(what, TURNS.counted)
  hook.disable()
  return { kinds, promisesFrom }
}

/** The line of the library that is nearest to where it happened. */
function lineIn(stack: string): string {
  return /packages\/agent\/src\/([^\s)]+:\d+):\d+/.exec(stack)?.[1] ?? (/undici/.test(stack) ? "undici" : "node core")
}
