// Everything of the process that the program uses: environment, folder, streams, signals. The `pawl` command uses the real
// process; code that runs the program inside another process, as most tests do, passes its own world.
import type { AsyncLocalStorage } from "node:async_hooks"
import { resolve } from "node:path"
import type { Readable, Writable } from "node:stream"

import { wrongUsage } from "./failure.ts"

export type Environment = Readonly<Record<string, string | undefined>>

export type Input = Readable & { readonly isTTY?: boolean; setRawMode?(on: boolean): unknown }
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number }

export type SignalListener = (signal: NodeJS.Signals) => void

/** Handlers for unhandled rejections and uncaught exceptions. */
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
  /** The last handlers replace earlier ones. */
  onStray(strays: Strays): void
  /** Imports a module that the user named. */
  load(url: string): Promise<unknown>
  /** Ends the process at once, even if something is open. */
  leave(code: number): never
}

/** Undefined in the `pawl` process: tracking worlds costs time there, for each promise before Node 24. */
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

/** Resolves a path relative to where the program is run. */
export function fromHere(path: string): string {
  return resolve(world().cwd, path)
}

let isMeant = false
let strays: Strays | undefined

/** Everything is read when it is needed: reading a stream opens it, and the folder may be gone. */
export const processWorld: World = {
  get env() {
    return process.env
  },
  get cwd() {
    try {
      return process.cwd()
    } catch {
      throw wrongUsage("The current folder does not exist any more. Change to another one with cd.")
    }
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

/** False when other code ends the process. */
export function isLeaving(): boolean {
  return isMeant
}
