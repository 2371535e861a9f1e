// Runs one command to its end: its own end, the time limit's or the user's. Then nothing it started is left.
import { type ChildProcess, spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { StringDecoder } from "node:string_decoder"
import { KeptOutput } from "./kept-output.ts"
import { endGroup, endStragglers, isAlive, MARK } from "./process-group.ts"

export interface CommandLine {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

export interface ProcessOptions {
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly onOutput: (text: string) => void
}

export interface Ended {
  readonly why: "exit" | "timeout" | "abort"
  readonly code: number | null
  readonly signal: string | null
  readonly output: string
  /** It left processes in the background; they were ended with it. */
  readonly hadBackground: boolean
  readonly ms: number
}

/** Together below what a model is shown of a result. */
const KEPT = { headChars: 12_000, tailChars: 24_000 }
/** More than anybody reads live; all of it would fill the memory of whoever listens slowly. */
const MAX_LIVE_CHARS = 1_000_000
/** For the last output of processes that ended with the command. */
const DRAIN_MS = 200

export async function runProcess(line: CommandLine, options: ProcessOptions): Promise<Ended> {
  const mark = randomUUID()
  const began = performance.now()
  const child = spawn(line.file, line.args, {
    cwd: line.cwd,
    env: { ...line.env, [MARK]: mark },
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, which can be ended as a whole.
    detached: true,
  })
  const kept = new KeptOutput(KEPT)
  collect(child, kept, options.onOutput)
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()))
  const exited = new Promise<Pick<Ended, "code" | "signal">>((resolve, reject) => {
    child.once("error", reject)
    child.once("exit", (code, signal) => resolve({ code, signal }))
  })
  const stop = stopper(child, mark, options)
  try {
    const exit = await exited
    stop.cancel()
    await Promise.race([closed, after(DRAIN_MS)])
    await stop.finished
    const hadBackground = stop.why() === "exit" && child.pid !== undefined && isAlive(child.pid)
    if (hadBackground && child.pid !== undefined) await endGroup(child.pid)
    return { ...exit, why: stop.why(), output: kept.text(), hadBackground, ms: Math.round(performance.now() - began) }
  } finally {
    stop.cancel()
    // A process that got away may hold the other ends for ever.
    child.stdout?.destroy()
    child.stderr?.destroy()
  }
}

function collect(child: ChildProcess, kept: KeptOutput, onOutput: (text: string) => void): void {
  let live = 0
  const take = (text: string) => {
    if (text === "") return
    kept.add(text)
    if (live >= MAX_LIVE_CHARS) return
    live += text.length
    onOutput(live < MAX_LIVE_CHARS ? text : `${text}\n[... more output is not shown live ...]\n`)
  }
  for (const stream of [child.stdout, child.stderr]) {
    const decoder = new StringDecoder("utf8")
    stream?.on("data", (bytes: Buffer) => take(decoder.write(bytes)))
    stream?.on("end", () => take(decoder.end()))
    // Reported by the exit; a broken pipe adds nothing.
    stream?.on("error", () => {})
  }
}

interface Stopper {
  readonly why: () => Ended["why"]
  /** Resolves when an ending that has begun is over. */
  readonly finished: Promise<void>
  readonly cancel: () => void
}

function stopper(child: ChildProcess, mark: string, { timeoutMs, signal }: ProcessOptions): Stopper {
  let why: Ended["why"] = "exit"
  const ending: { done: Promise<void> } = { done: Promise.resolve() }
  const end = (reason: "timeout" | "abort") => {
    if (why !== "exit" || child.pid === undefined) return
    why = reason
    ending.done = endGroup(child.pid).then(() => endStragglers(mark))
  }
  const onAbort = () => end("abort")
  const timer = setTimeout(() => end("timeout"), timeoutMs)
  signal.addEventListener("abort", onAbort, { once: true })
  if (signal.aborted) onAbort()
  return {
    why: () => why,
    get finished() {
      return ending.done
    },
    cancel: () => {
      clearTimeout(timer)
      signal.removeEventListener("abort", onAbort)
    },
  }
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
