// Runs the program inside this process, in an in-memory world: it does the same as in its own process, without the start.
import { EventEmitter } from "node:events"
import { existsSync, readdirSync, readlinkSync } from "node:fs"
import { Readable, Writable } from "node:stream"
import { main } from "../main.ts"
import type { Environment, Output, World } from "../world.ts"
import { MemoryTerminal } from "./memory-terminal.ts"
import type { Ended } from "./pawl.ts"
import { served } from "./through-server.ts"

export interface Inside {
  /** Everything that it opens is below this folder. */
  readonly root: string
  readonly env: Environment
  readonly cwd: string
  readonly stdin?: string | Buffer
  readonly onOutput?: (stdout: string, stderr: string) => void
}

export async function runInside(words: readonly string[], how: Inside): Promise<Ended> {
  const said = { stdout: "", stderr: "" }
  const stream = (name: keyof typeof said): Output =>
    new Writable({
      decodeStrings: false,
      write(text: string, _encoding, done) {
        said[name] += text
        how.onOutput?.(said.stdout, said.stderr)
        done()
      },
    })
  const stdin = Readable.from(how.stdin === undefined || how.stdin.length === 0 ? [] : [Buffer.from(how.stdin)])
  const streams = { stdin, stdout: stream("stdout"), stderr: stream("stderr") }
  const code = await run(words, how, streams, new EventEmitter())
  return { code, signal: null, ...said }
}

export interface TerminalInside extends Omit<Inside, "stdin" | "onOutput"> {
  readonly columns?: number
  readonly onShown: (text: string) => void
}

/** The same on a terminal. */
export function runOnTerminal(words: readonly string[], { columns, onShown, ...how }: TerminalInside) {
  const signals = new EventEmitter()
  const onInterrupt = () => void signals.emit("SIGINT", "SIGINT")
  const terminal = new MemoryTerminal({ onShown, onInterrupt, ...(columns !== undefined && { columns }) })
  const streams = {
    get stdin() {
      return terminal.stdin
    },
    get stdout() {
      return terminal.stdout
    },
    get stderr() {
      return terminal.stdout
    },
  }
  return {
    ended: run(words, how, streams, signals),
    type: (keys: string) => terminal.type(keys),
    hangUp() {
      signals.emit("SIGHUP", "SIGHUP")
      terminal.hangUp()
    },
  }
}

type Streams = Pick<World, "stdin" | "stdout" | "stderr">

async function run(
  words: readonly string[],
  how: Pick<Inside, "root" | "env" | "cwd">,
  streams: Streams,
  signals: EventEmitter,
): Promise<number> {
  const takeBack = useEnvironment(how.env, words)
  const before = listeners()
  const world: World = {
    env: how.env,
    cwd: how.cwd,
    get stdin() {
      return streams.stdin
    },
    get stdout() {
      return streams.stdout
    },
    get stderr() {
      return streams.stderr
    },
    on: (signal, listener) => void signals.on(signal, listener),
    off: (signal, listener) => void signals.off(signal, listener),
    // Left to Vitest, which fails the run.
    onStray() {},
    load,
    leave(code) {
      throw new Error(`pawl ${words.join(" ")} leaves at once, with ${code}: a test of that spawns it`)
    },
  }
  try {
    const through = await served(words, world)
    const code = await main(through.words, world).finally(through.close)
    const left = [...signals.eventNames(), ...(running === 1 ? leftOpen(how.root, before) : [])]
    if (left.length > 0) throw new Error(`pawl ${words.join(" ")} has ended, and leaves behind: ${left.join(", ")}`)
    return code
  } finally {
    takeBack()
  }
}

let loads = 0

/** Each run gets fresh modules, as a new process does, with counters at zero. */
function load(url: string): Promise<unknown> {
  return import(`${url}?load=${++loads}`)
}

const EVENTS = ["SIGINT", "SIGTERM", "SIGHUP", "exit", "uncaughtException", "unhandledRejection", "warning"] as const

type Counts = ReadonlyMap<string, number>

function listeners(): Counts {
  return new Map(EVENTS.map((name) => [name, process.listenerCount(name)]))
}

/** Signal listeners and files that the run left open. In a process that ends they would go unnoticed. */
function leftOpen(root: string, before: Counts): readonly string[] {
  const heard = [...listeners()].filter(([name, count]) => count > (before.get(name) ?? 0)).map(([name]) => name)
  return [...heard, ...openFiles().filter((path) => path.startsWith(root))]
}

const OPEN = "/proc/self/fd"

function openFiles(): readonly string[] {
  if (!existsSync(OPEN)) return []
  return readdirSync(OPEN).flatMap((file) => {
    try {
      return [readlinkSync(`${OPEN}/${file}`)]
    } catch {
      // Closed meanwhile, as the descriptor that read this folder.
      return []
    }
  })
}

let running = 0
let lent: { readonly env: Environment; readonly words: readonly string[]; readonly own: Environment } | undefined

/** The library, tools and home folders read the environment of the process, which all runs share. */
function useEnvironment(env: Environment, words: readonly string[]): () => void {
  if (lent === undefined) {
    lent = { env, words, own: { ...process.env } }
    setEnvironment(env)
  } else if (JSON.stringify(lent.env) !== JSON.stringify(env))
    throw new Error(`pawl ${lent.words.join(" ")} still runs with another environment: spawn one of the two`)
  running++
  return () => {
    running--
    if (running > 0 || lent === undefined) return
    setEnvironment(lent.own)
    lent = undefined
  }
}

/** The environment of this process, not the one that a run borrows. */
export function ownEnvironment(): Environment {
  return lent?.own ?? process.env
}

function setEnvironment(env: Environment): void {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name]
  for (const [name, value] of Object.entries(env))
    if (value !== undefined && process.env[name] !== value) process.env[name] = value
}
