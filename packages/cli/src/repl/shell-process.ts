// A command of the user's shell as a process: the end of what it writes is kept, its lines are counted, and it can be stopped.
import { type ChildProcess, spawn } from "node:child_process"
import { world } from "../world.ts"

/** What is kept at most, from the end of the output. */
const MAX_KEPT = 100_000
/** How long it may take to end by itself, when the user has stopped it and when the program is left. */
const GRACE_MS = 2000
const LEAVING_MS = 300

export interface Written {
  /** The end of the output. */
  readonly text: string
  /** How many lines came before it. */
  readonly linesBefore: number
}

export interface Ended extends Written {
  /** In words. */
  readonly end: string
  /** The program was left meanwhile. */
  readonly isLeft: boolean
}

interface Running {
  readonly child: ChildProcess
  readonly closed: Promise<unknown>
  /** Set when it was asked to end. */
  killing?: NodeJS.Timeout
  isLeft?: true
}

const running = new Set<Running>()

/** `onOutput` gets what is written so far. */
export function runInShell(command: string, cwd: string, onOutput: (written: Written) => void): Promise<Ended> {
  const { env } = world()
  // The terminal stays with the conversation, so the command gets no input.
  const stdio: ["ignore", "pipe", "pipe"] = ["ignore", "pipe", "pipe"]
  // In a group of its own, so that all of it can be stopped.
  const child = spawn(env.SHELL || "/bin/sh", ["-c", command], { cwd, env, stdio, detached: true })
  const tail = new Tail()
  const { stdout, stderr } = child
  for (const stream of [stdout, stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      tail.add(text)
      onOutput(tail.written())
    })
  const ended = new Promise<string>((end) => {
    child.on("error", ({ message }) => end(`the error "${message}"`))
    // What it started may write on after its end.
    child.on("close", (code, signal) => end(signal === null ? `exit code ${code}` : `the signal ${signal}`))
  })
  const one: Running = { child, closed: ended }
  running.add(one)
  return ended.then((end) => {
    clearTimeout(one.killing)
    running.delete(one)
    return { ...tail.written(), end, isLeft: one.isLeft === true }
  })
}

/** Asks what runs to end, with all that it started; kills it after a moment, or at the second call. False: nothing runs. */
export function stopShell(): boolean {
  for (const one of running) {
    if (one.killing !== undefined) kill(one)
    else ask(one, GRACE_MS)
  }
  return running.size > 0
}

/** Resolves when nothing runs any more. */
export async function endShell(): Promise<void> {
  for (const one of running) {
    clearTimeout(one.killing)
    one.isLeft = true
    ask(one, LEAVING_MS)
  }
  await Promise.all([...running].map(({ closed }) => closed))
}

function ask(one: Running, graceMs: number): void {
  signal(one, "SIGTERM")
  one.killing = setTimeout(() => kill(one), graceMs)
}

function kill(one: Running): void {
  signal(one, "SIGKILL")
  // A process that has left the group may hold these open for ever.
  const { stdout, stderr } = one.child
  stdout?.destroy()
  stderr?.destroy()
}

function signal({ child: { pid } }: Running, name: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, name)
  } catch {
    // It has just ended.
  }
}

/** The end of a text that grows, and how many lines were before it. */
export class Tail {
  #text = ""
  #linesBefore = 0
  readonly #most: number

  constructor(most = MAX_KEPT) {
    this.#most = most
  }

  add(more: string): void {
    const all = this.#text + more
    const cut = Math.max(0, all.length - this.#most)
    this.#linesBefore += lineEnds(all.slice(0, cut))
    this.#text = all.slice(cut)
  }

  written(): Written {
    return { text: this.#text, linesBefore: this.#linesBefore }
  }
}

function lineEnds(text: string): number {
  let count = 0
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++
  return count
}
