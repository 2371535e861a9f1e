// Runs one command until it exits, times out or is cancelled. Afterwards no process that it started is left, even if
// this process is killed meanwhile.
import { type ChildProcess, spawn } from "node:child_process"
import { StringDecoder } from "node:string_decoder"
import { endMarked, type Mark, newMark } from "../../processes/mark.ts"
import { endGroup, isGroupAlive, type Patience, until } from "../../processes/process-group.ts"
import { unwatch, watch } from "../../processes/reaper-link.ts"
import { KeptOutput } from "./kept-output.ts"

export interface CommandLine {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** Writes to descriptor 3 if the command left processes behind: they are gone before we could look for them. */
  readonly reportsLeftovers?: boolean
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
  /** It left processes in the background, which were killed. */
  readonly hadBackground: boolean
  readonly ms: number
}

/** Limits memory and the log. The toolbox decides how much of it a model is shown. */
const KEPT = { headChars: 300_000, tailChars: 700_000 }
/** More than a person reads live. Without a limit, a slow subscriber would fill the memory. */
const MAX_LIVE_CHARS = 1_000_000
/** Time for the last output of processes that ended with the command. */
const DRAIN_MS = 200
/** On a busy machine even SIGKILL takes time. */
const PATIENCE: Patience = { termMs: 300, killMs: 2000 }
/** An aborted turn waits a second for its tools, so the sum must be well below that. */
const HURRY: Patience = { termMs: 300, killMs: 200 }

export async function runProcess(line: CommandLine, options: ProcessOptions): Promise<Ended> {
  const mark = newMark()
  watch(mark.text)
  try {
    return await runMarked(line, mark, options)
  } finally {
    unwatch(mark.text)
  }
}

async function runMarked(line: CommandLine, mark: Mark, options: ProcessOptions): Promise<Ended> {
  const began = performance.now()
  const child = spawn(line.file, line.args, {
    cwd: line.cwd,
    env: { ...line.env, ...mark.env },
    stdio: ["ignore", "pipe", "pipe", line.reportsLeftovers === true ? "pipe" : "ignore"],
    // Starts a process group, which can be killed as a whole.
    detached: true,
  })
  if (child.pid !== undefined) watch(child.pid)
  const kept = new KeptOutput(KEPT)
  collect(child, kept, options.onOutput)
  const left = leftoverReport(child)
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
    const why = stop.why()
    const isSandbox = line.reportsLeftovers === true
    const wasLeft = why === "exit" && (await killLeftovers(child, mark, isSandbox))
    const hadBackground = isSandbox ? why === "exit" && left.isSome() : wasLeft
    return { ...exit, why, output: kept.text(), hadBackground, ms: Math.round(performance.now() - began) }
  } finally {
    stop.cancel()
    // A process that escaped may keep the other ends open.
    for (const stream of child.stdio) stream?.destroy()
    if (child.pid !== undefined) unwatch(child.pid)
  }
}

function leftoverReport({ stdio: [, , , channel] }: ChildProcess): { readonly isSome: () => boolean } {
  let isSome = false
  channel?.on("data", () => {
    isSome = true
  })
  channel?.on("error", () => {})
  return { isSome: () => isSome }
}

/**
 * Kills what the command left behind, and returns whether there was anything. The first process of a sandbox reports the
 * exit and ends a moment later with everything in it, so it gets that moment before it is signalled.
 */
async function killLeftovers({ pid }: ChildProcess, mark: Mark, isSandbox: boolean): Promise<boolean> {
  const isGone = () => pid === undefined || !isGroupAlive(pid)
  const isGroupLeft = !(isSandbox ? await until(isGone, PATIENCE.termMs) : isGone())
  if (isGroupLeft && pid !== undefined) await endGroup(pid, PATIENCE)
  return (await endMarked(mark, PATIENCE.killMs)) > 0 || isGroupLeft
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
    // The exit reports the failure; a broken pipe adds nothing.
    stream?.on("error", () => {})
  }
}

interface Stopper {
  readonly why: () => Ended["why"]
  /** Resolves when the killing that was started, if any, is done. */
  readonly finished: Promise<void>
  readonly cancel: () => void
}

function stopper(child: ChildProcess, mark: Mark, { timeoutMs, signal }: ProcessOptions): Stopper {
  let why: Ended["why"] = "exit"
  const ending: { done: Promise<void> } = { done: Promise.resolve() }
  const end = (reason: "timeout" | "abort") => {
    if (why !== "exit" || child.pid === undefined) return
    why = reason
    ending.done = endAll(child.pid, mark, reason === "abort" ? HURRY : PATIENCE)
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

async function endAll(group: number, mark: Mark, patience: Patience): Promise<void> {
  await endGroup(group, patience)
  await endMarked(mark, patience.killMs)
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
