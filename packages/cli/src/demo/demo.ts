// The demo: a scripted model names seven screenshots after what OCR reads in them, and the process is killed half-way.
import { err, out } from "../terminal/screen.ts"
import { bold, dim, green, red } from "../terminal/style.ts"
import { usageError, type Words } from "../usage.ts"
import { world } from "../world.ts"
import { child } from "./child.ts"
import { readLog } from "./log.ts"
import { needOcrServer } from "./ocr-server.ts"
import { createPlace, type Place, removePlace } from "./place.ts"
import { play } from "./play.ts"
import { LAST_RENAME } from "./process.ts"
import { steadyClock } from "./steady-clock.ts"
import { timeline } from "./timeline.ts"
import { isRenamed, judge } from "./verdict.ts"
import { type Witness, watchNames } from "./witness.ts"

/** Exit codes after a signal: 128 plus the signal's number, as in shells. */
const STOPPED = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const
const SIGNALS = ["SIGHUP", "SIGINT", "SIGTERM"] as const

interface Scene {
  readonly place: Place
  readonly witness: Witness
  readonly signal: AbortSignal
}

export async function demo(words: Words): Promise<number> {
  const unknown = words.find((word) => word !== "--no-crash")
  if (unknown !== undefined) return usageError(unknown)
  needOcrServer()
  const stopped = new AbortController()
  const stop = (signal: NodeJS.Signals) => stopped.abort(signal)
  const here = world()
  for (const signal of SIGNALS) here.on(signal, stop)
  const place = createPlace()
  const witness = watchNames(place.files)
  try {
    const story = words.includes("--no-crash") ? plainStory : crashStory
    const isGood = await story({ place, witness, signal: stopped.signal })
    if (!stopped.signal.aborted) return isGood ? 0 : 1
    say("\nStopped.")
    return STOPPED[stopped.signal.reason as keyof typeof STOPPED]
  } finally {
    witness.close()
    removePlace(place)
    for (const signal of SIGNALS) here.off(signal, stop)
  }
}

async function plainStory(scene: Scene): Promise<boolean> {
  introduce("Pawl: seven screenshots get proper names.", "The pictures, the OCR server and the log are real.")
  await play(scene.place, { signal: scene.signal })
  return scene.signal.aborted ? false : conclude(scene, 0)
}

async function crashStory(scene: Scene): Promise<boolean> {
  const { place, witness, signal } = scene
  introduce(
    "Pawl: seven screenshots get proper names, and the process is killed half-way.",
    "The pictures, the OCR server, the log and the kill are real.",
  )
  const onBegin = (pid: number) => say(dim(`process ${pid} begins: an agent, its OCR server (MCP), a log on disk`))
  const begun = await child(["begin", place.root], { signal, onStart: onBegin })
  if (signal.aborted) return false
  if (begun.signal !== "SIGKILL") return fail(`Process ${begun.pid} should have been killed, but it ended by itself.`)
  const last = (await readLog(place)).at(-1)?.seq ?? 0
  say(red(`process ${begun.pid} was killed (SIGKILL), right after rename ${LAST_RENAME} took place`))
  say(`The folder has ${witness.pictures().filter(isRenamed).length} new names.`)
  say(`The log ends at fact ${last}: the rename was started. Whether it took place is not recorded.\n`)
  // Give a reader at the terminal time for that.
  if (out.isTerminal) await steadyClock.sleep(1500, signal)
  if (signal.aborted) return false

  const onResume = (pid: number) => say(dim(`process ${pid} opens the same session and goes on`))
  const resumed = await child(["resume", place.root, String(last)], { signal, onStart: onResume })
  if (signal.aborted) return false
  if (resumed.code !== 0) return fail(`Process ${resumed.pid} could not finish the turn.`)
  return conclude(scene, 1, last)
}

async function conclude({ place, witness }: Scene, expectedUnknown: number, killedAt?: number): Promise<boolean> {
  const facts = await readLog(place)
  const verdict = judge(witness.pictures(), facts, expectedUnknown)
  say(`\n${timeline(facts, killedAt)}`)
  say(verdict.isGood ? green(bold(verdict.text)) : red(`Not as promised: ${verdict.text}`))
  if (verdict.isGood) say(dim('Now try it with your own model: "pawl help models" shows how.'))
  return verdict.isGood
}

function introduce(title: string, real: string): void {
  say(bold(title))
  say(dim(`The model is a script. ${real}\n`))
}

function fail(message: string): boolean {
  err.line(`pawl: ${message} Run "pawl demo" again, and report it if it repeats.`)
  return false
}

function say(text: string): void {
  out.line(text)
}
