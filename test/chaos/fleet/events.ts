// What happens to the workers and servers of a campaign, in an order that a seed decides.
import { setTimeout as wait } from "node:timers/promises"
import { eventually } from "../../host/workers.ts"
import type { Crew, Worker } from "./crew.ts"
import { now } from "./notes.ts"
import type { Places } from "./places.ts"

const ALWAYS = ["kill", "stop", "postgres-fast", "kill", "stop", "postgres-immediate", "kill-in-outage"] as const
const OF_RESTATE = ["restate-kill", "restate-wipe"] as const

const PATIENCE_MS = 20_000
const LOOK_MS = 100

export type EventKind = (typeof ALWAYS)[number] | (typeof OF_RESTATE)[number]

/** A worker that was killed or stopped while all servers ran. */
export interface Victim {
  readonly kind: "kill" | "stop"
  readonly worker: string
  readonly at: number
  /** When a stopped one was woken. */
  readonly wokenAt?: number
}

export interface Happened {
  readonly victims: readonly Victim[]
  readonly counts: Readonly<Partial<Record<EventKind, number>>>
}

export interface Stage {
  readonly places: Places
  readonly crew: Crew
  readonly random: () => number
  /** Whether a worker is in the middle of a turn. */
  readonly isBusy: (worker: string) => boolean
  /** Whether another worker went on with what a stopped one was doing. */
  readonly isReplaced: (victim: Victim) => boolean
  /** How long a stopped worker is left alone at least. */
  readonly stoppedMs: number
  /** How long to wait between events, in parts of the usual time. */
  readonly pace: number
  readonly onEvent?: (kind: EventKind) => void
}

/** All kinds as often as there are rounds, each round in an order of its own; in none, each kind happens once. */
export function planned(host: "restate" | "leases", rounds: number, random: () => number): readonly EventKind[] {
  const kinds: readonly EventKind[] = host === "restate" ? [...ALWAYS, ...OF_RESTATE] : ALWAYS
  if (rounds === 0) return [...new Set(kinds)]
  const shuffled = () => kinds.map((kind) => ({ kind, place: random() })).sort((one, other) => one.place - other.place)
  return Array.from({ length: rounds }, shuffled).flatMap((round) => round.map(({ kind }) => kind))
}

export async function happen(plan: readonly EventKind[], stage: Stage): Promise<Happened> {
  const victims: Victim[] = []
  const counts: Partial<Record<EventKind, number>> = {}
  for (const kind of plan) {
    await wait((700 + stage.random() * 1500) * stage.pace)
    stage.onEvent?.(kind)
    victims.push(...(await befall(kind, stage)))
    counts[kind] = (counts[kind] ?? 0) + 1
    await eventually("all workers serve", () => stage.places.areAllServing(stage.crew.working.length))
  }
  return { victims, counts }
}

async function befall(kind: EventKind, stage: Stage): Promise<readonly Victim[]> {
  const { places, crew, random, pace } = stage
  const victim = crew.working[Math.floor(random() * crew.working.length)] as Worker // The crew is complete.
  const { name: worker, place } = victim
  switch (kind) {
    case "kill": {
      const at = await crew.kill(victim)
      await wait((1000 + random() * 1000) * pace)
      await crew.hire(place)
      return [{ kind, worker, at }]
    }
    case "stop": {
      await eventually(`${worker} runs a turn`, () => stage.isBusy(worker))
      const stopped = { kind, worker, at: await crew.stop(victim) } as const
      await untilReplaced(stopped, stage)
      const wokenAt = now()
      crew.wake(victim)
      return [{ ...stopped, wokenAt }]
    }
    case "kill-in-outage":
      await Promise.all([places.postgres.stop("fast"), crew.kill(victim)])
      await places.postgres.start()
      await crew.hire(place)
      return []
    case "postgres-fast":
    case "postgres-immediate":
      await places.postgres.stop(kind === "postgres-fast" ? "fast" : "immediate")
      await wait(random() * 1000 * pace)
      await places.postgres.start()
      return []
    case "restate-kill":
    case "restate-wipe":
      await places.restate?.kill()
      if (kind === "restate-wipe") places.restate?.wipe()
      await places.restate?.start()
      return []
  }
}

/** Also on a machine that is slow. When nobody comes the worker is woken after all, and the judge objects. */
async function untilReplaced(stopped: Victim, { stoppedMs, isReplaced }: Stage): Promise<void> {
  await wait(stoppedMs)
  const until = now() + PATIENCE_MS
  while (now() < until && !isReplaced(stopped)) await wait(LOOK_MS)
}
