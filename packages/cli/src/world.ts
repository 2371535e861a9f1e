// Everything of the process that the program touches: where it is run, what goes in and out, signals. The command has the
// process itself; whoever runs the program inside of another one, as most tests do, brings a world of its own.
import type { AsyncLocalStorage } from "node:async_hooks"
import { resolve } from "node:path"
import type { Readable, Writable } from "node:stream"

export type Environment = Readonly<Record<string, string | undefined>>

export type Input = Readable & { readonly isTTY?: boolean; setRawMode?(on: boolean): unknown }
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number }

export type SignalListener = (signal: NodeJS.Signals) => void

/** What to do about an error that nobody waited for. */
export interface Strays {
  readonly rejected: (reason: unknown) => void
  readonly thrown: (error: unknown) => void
}

export interface World {
  readonly env: Environment
  readonly cwd: string
  readonly stdin: Input
  readonly stdout: Output
  readonly stderr: Output
  on(signal: NodeJS.Signals, listener: SignalListener): void
  off(signal: NodeJS.Signals, listener: SignalListener): void
  /** Whoever asks last hears of them. */
  onStray(strays: Strays): void
  /** A module that a user named. */
  load(url: string): Promise<unknown>
  /** At once, whatever is open. */
  leave(code: number): never
}

/** There is none in the process of the command: keeping track of worlds costs time there, for each promise before Node 24. */
let worlds: AsyncLocalStorage<World> | undefined

export function world(): World {
  return worlds?.getStore() ?? processWorld
}

export async function runIn<T>(given: World, work: () => Promise<T>): Promise<T> {
  if (given === processWorld) return work()
  const { AsyncLocalStorage } = await import("node:async_hooks")
  worlds ??= new AsyncLocalStorage()
  return worlds.run(given, work)
}

/** A path as it is meant where the program is run. */
export function fromHere(path: string): string {
  return resolve(world().cwd, path)
}

let isMeant = false
let strays: Strays | undefined

/** Nothing is looked at before it is needed: a stream that is looked at is opened, and the folder may be gone. */
export const processWorld: World = {
  get env() {
    return process.env
  },
  get cwd() {
    return process.cwd()
  },
  get stdin() {
    return process.stdin
  },
  get stdout() {
    return process.stdout
  },
  get stderr() {
    return process.stderr
  },
  on: (signal, listener) => void process.on(signal, listener),
  off: (signal, listener) => void process.off(signal, listener),
  onStray(given) {
    const isFirst = strays === undefined
    strays = given
    if (!isFirst) return
    process.on("unhandledRejection", (reason) => strays?.rejected(reason))
    process.on("uncaughtException", (error) => strays?.thrown(error))
  },
  load: (url) => import(url),
  leave(code) {
    isMeant = true
    process.exit(code)
  },
}

/** False where somebody else ends the process. */
export function isLeaving(): boolean {
  return isMeant
}
