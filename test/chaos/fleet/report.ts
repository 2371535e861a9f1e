// What a campaign over PostgreSQL found.
import type { EventKind } from "./events.ts"
import type { FleetOptions } from "./fleet.ts"
import type { Objections } from "./judge.ts"

export interface FleetReport extends Objections {
  readonly messages: number
  readonly events: Readonly<Partial<Record<EventKind, number>>>
  readonly unknown: number
  readonly stuck: readonly string[]
  /** Milliseconds until another worker went on, after a kill and after a stop. */
  readonly killed: readonly number[]
  readonly stopped: readonly number[]
}

export function complaintsOf({ lost, silentDuplicates, stuck, invalid, zombies }: FleetReport): readonly string[] {
  return [...lost, ...silentDuplicates, ...stuck, ...invalid, ...zombies]
}

/** For machines. */
export function summaryOf({ host, sessions, seed, lapseMs }: FleetOptions, report: FleetReport) {
  const { lost, silentDuplicates, stuck, invalid, zombies, killed, stopped, ...rest } = report
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
