// What a campaign over PostgreSQL found.
import type { EventKind } from "./events.ts"
import type { FleetOptions } from "./fleet.ts"
import type { Objections } from "./judge.ts"

export interface FleetReport extends Objections, TakeOverTimes {
  readonly messages: number
  readonly events: Readonly<Partial<Record<EventKind, number>>>
  readonly unknown: number
  readonly stuck: readonly string[]
}

/** Milliseconds until another worker went on, after a kill and after a stop. */
export interface TakeOverTimes {
  readonly killed: readonly number[]
  readonly stopped: readonly number[]
}

export function complaintsOf(report: FleetReport): readonly string[] {
  const { lost, silentDuplicates, stuck, invalid, zombies, abandoned } = report
  return [...lost, ...silentDuplicates, ...stuck, ...invalid, ...zombies, ...abandoned]
}

/** One complaint when others took longer than this to go on, or none. Not for the suite: how long it takes is the machine's doing, too. */
export function slowness({ killed, stopped }: TakeOverTimes, takeoverMs: number): readonly string[] {
  const p95 = quantile([...killed, ...stopped], 0.95)
  if (p95 <= takeoverMs) return []
  return [`take-over took ${p95} ms (p95), and ${takeoverMs} ms are allowed (--takeover-ms)`]
}

/** For machines. */
export function summaryOf({ host, sessions, seed, lapseMs }: FleetOptions, report: FleetReport) {
  const { lost, silentDuplicates, stuck, invalid, zombies, abandoned, killed, stopped, ...rest } = report
  const all = [...killed, ...stopped]
  return {
    store: "postgres",
    host,
    sessions,
    seed,
    ...(host === "leases" && lapseMs !== undefined && { lapseMs }),
    ...rest,
    lost: lost.length,
    silentDuplicates: silentDuplicates.length,
    stuck: stuck.length,
    invalidHistories: invalid.length,
    zombies: zombies.length,
    abandoned: abandoned.length,
    takeovers: all.length,
    takeoverP50Ms: quantile(all, 0.5),
    takeoverP95Ms: quantile(all, 0.95),
    killedP50Ms: quantile(killed, 0.5),
    killedP95Ms: quantile(killed, 0.95),
    stoppedP50Ms: quantile(stopped, 0.5),
    stoppedP95Ms: quantile(stopped, 0.95),
  }
}

/** Rounded; 0 without values. */
function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
}
