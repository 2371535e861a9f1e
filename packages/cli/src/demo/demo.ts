// The demo: seven files are renamed by a scripted model through a real log, and the process is killed half-way.
import { bold, dim, green, red } from "../style.ts"
import { usageError, type Words } from "../usage.ts"
import { child } from "./child.ts"
import { readLog } from "./log.ts"
import { createPlace, type Place, removePlace } from "./place.ts"
import { play } from "./play.ts"
import { LAST_RENAME } from "./process.ts"
import { timeline } from "./timeline.ts"
import { judge } from "./verdict.ts"

/** What we exit with when we are stopped: 128 and the signal's number, as shells have it. */
const STOPPED = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

export async function demo(words: Words): Promise<number> {
  const unknown = words.find((word) => word !== "--no-crash")
  if (unknown !== undefined) return usageError(unknown)
  const stopped = new AbortController()
  const stop = (signal: NodeJS.Signals) => stopped.abort(signal)
  for (const signal of Object.keys(STOPPED)) process.on(signal, stop)
  const place = createPlace()
  try {
    const story = words.includes("--no-crash") ? plainStory : crashStory
    const isGood = await story(place, stopped.signal)
    if (!stopped.signal.aborted) return isGood ? 0 : 1
    say("\nStopped.")
    return STOPPED[stopped.signal.reason as keyof typeof STOPPED]
  } finally {
    removePlace(place)
    for (const signal of Object.keys(STOPPED)) process.off(signal, stop)
  }
}

async function plainStory(place: Place, signal: AbortSignal): Promise<boolean> {
  say(`${bold("Pawl: seven files get proper names.")}\n`)
  await play(place, { signal })
  return signal.aborted ? false : conclude(place, 0)
}

async function crashStory(place: Place, signal: AbortSignal): Promise<boolean> {
  say(`${bold("Pawl: seven files get proper names, and the process is killed half-way.")}\n`)
  const begun = await child(["begin", place.root], { signal, onStart: (pid) => say(dim(`process ${pid} begins`)) })
  if (signal.aborted) return false
  if (begun.signal !== "SIGKILL") return fail(`Process ${begun.pid} was to be killed, and it ended by itself.`)
  const last = (await readLog(place)).at(-1)?.seq ?? 0
  say(red(`process ${begun.pid} was killed (SIGKILL), right after rename ${LAST_RENAME} took place`))
  say(`The log ends at fact ${last}: the rename was started. Whether it took place, nobody wrote down.\n`)

  const onStart = (pid: number) => say(dim(`process ${pid} opens the same session and goes on`))
  const resumed = await child(["resume", place.root, String(last)], { signal, onStart })
  if (signal.aborted) return false
  if (resumed.code !== 0) return fail(`Process ${resumed.pid} could not finish the turn.`)
  return conclude(place, 1, last)
}

async function conclude(place: Place, expectedUnknown: number, killedAt?: number): Promise<boolean> {
  const facts = await readLog(place)
  const verdict = judge(place, facts, expectedUnknown)
  say(`\n${timeline(facts, killedAt)}`)
  say(verdict.isGood ? green(bold(verdict.text)) : red(`Not as promised: ${verdict.text}`))
  return verdict.isGood
}

function fail(message: string): boolean {
  process.stderr.write(`pawl: ${message} Run "pawl demo" again, and report it if it repeats.\n`)
  return false
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
