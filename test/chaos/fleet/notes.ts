// What the workers of a campaign write down, each in a line of one file outside of the store: leases, appends and effects.
import { appendFileSync } from "node:fs"
import { join } from "node:path"
import type { EffectClass } from "../../../packages/agent/src/contracts/fact.ts"
import { readLines } from "../../kill/victims.ts"

export type Note = { readonly at: number; readonly worker: string } & (
  | { readonly what: "acquired" | "released"; readonly session: string; readonly epoch: number }
  | Appended
  | Effect
)

export interface Appended {
  readonly what: "appended"
  readonly session: string
  readonly epoch: number
  /** The `seq` before its first fact. */
  readonly from: number
  readonly facts: number
  /** Whether there is nothing left to do now: the turn is over, or waits. */
  readonly rests: boolean
}

export interface Effect {
  readonly what: "effect"
  readonly session: string
  readonly key: string
  readonly effect: EffectClass
}

type Without<T> = T extends unknown ? Omit<T, "at" | "worker"> : never

/** Writes in one piece, so that the lines of several processes do not mix. */
export function noter(folder: string, worker: string): (note: Without<Note>) => void {
  return (note) => appendFileSync(fileIn(folder), `${JSON.stringify({ at: now(), worker, ...note })}\n`)
}

export function notesIn(folder: string): readonly Note[] {
  return readLines(fileIn(folder)).map((line) => JSON.parse(line) as Note)
}

/** In milliseconds, the same for all processes of the machine. */
export function now(): number {
  return performance.timeOrigin + performance.now()
}

function fileIn(folder: string): string {
  return join(folder, "notes")
}
