// A campaign over PostgreSQL: three workers run many sessions, by leases or for Restate, while workers are killed and stopped and
// servers restart. `npm run chaos -- --store postgres` runs it at length, the suite a small one.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createAgent } from "../../../packages/agent/src/agent/create-agent.ts"
import type { Store } from "../../../packages/agent/src/contracts/store.ts"
import { scripted } from "../../../packages/agent/src/model/scripted.ts"
import { postgres } from "../../../packages/postgres/src/postgres.ts"
import { randomFrom } from "../campaign.ts"
import { Crew } from "./crew.ts"
import { type EventKind, happen, planned, type Victim } from "./events.ts"
import { inTheMiddle, isReplaced, judge, takeOvers } from "./judge.ts"
import { Load } from "./load.ts"
import { notesIn, now } from "./notes.ts"
import { Places } from "./places.ts"
import type { FleetReport } from "./report.ts"

const WORKERS = 3
const PATIENCE_MS = 60_000
/** Until others have taken over for sure; with leases, after the lapse. */
const STOPPED_MS = 4000
const LAPSE_MS = 10_000

export interface FleetOptions {
  readonly host: "restate" | "leases"
  readonly sessions: number
  /** How often each kind of event happens; with 0, once. */
  readonly rounds: number
  readonly seed: number
  /** What happens, in place of a plan by the seed. */
  readonly plan?: readonly EventKind[]
  /** When a lease lapses; beats and sweeps are a fifth of it. Unless given, all are as by default. */
  readonly lapseMs?: number
  readonly thinkMs?: number
  readonly stoppedMs?: number
  /** How long to wait between events, in parts of the usual time. */
  readonly pace?: number
  /** Where the notes of the workers are kept; unless given, they go away. */
  readonly folder?: string
  readonly onEvent?: (kind: EventKind) => void
}

export async function fleet(options: FleetOptions): Promise<FleetReport> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), "pawl-fleet-"))
  const { host, lapseMs } = options
  const leases = lapseMs === undefined ? {} : { lapseMs, beatMs: lapseMs / 5, sweepMs: lapseMs / 5 }
  const places = await Places.open(host)
  const crew = new Crew((name, place) => ({ folder, name, url: places.url, leases, ...places.workAt(place) }))
  const store = await postgres(places.url)
  try {
    for (let place = 0; place < WORKERS; place++) await crew.hire(place)
    return await play(options, { folder, places, crew, store })
  } finally {
    await crew.close()
    await store.close()
    await places.close()
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

interface Scene {
  readonly folder: string
  readonly places: Places
  readonly crew: Crew
  readonly store: Store
}

async function play(options: FleetOptions, { folder, places, crew, store }: Scene): Promise<FleetReport> {
  const { host, sessions, rounds, seed, thinkMs = 4000, pace = 1, lapseMs = LAPSE_MS, onEvent = () => {} } = options
  const { stoppedMs = STOPPED_MS + (host === "leases" ? lapseMs : 0) } = options
  const random = randomFrom(seed)
  const waking = places.client()
  // Restate is away from time to time.
  const away = { run: "none", onError: () => {}, ...(waking !== undefined && { host: waking }) } as const
  const agent = await createAgent({ store, model: scripted(() => ""), ...away })
  const load = new Load({ agent, store, sessions, thinkMs, random: randomFrom(seed + 1) })
  await load.open()
  const resting = load.run(PATIENCE_MS)
  const isBusy = (worker: string) => inTheMiddle(worker, now(), notesIn(folder)).length > 0
  const isTaken = (victim: Victim) => isReplaced(victim, notesIn(folder))
  const stage = { places, crew, random, isBusy, isReplaced: isTaken, stoppedMs, pace, onEvent }
  const { plan = planned(host, rounds, random) } = options
  const { victims, counts } = await happen(plan, stage)
  load.end()
  const stuck = await resting
  const notes = notesIn(folder)
  const timesOf = (kind: "kill" | "stop") =>
    victims.filter((victim) => victim.kind === kind).flatMap((victim) => takeOvers(victim, notes))
  const logs = []
  for (const { session, accepted } of load.spoken)
    logs.push({ id: session.id, facts: await store.log.read(session.id, 0), accepted })
  await agent.close()
  const finished = logs.flatMap(({ facts }) => facts).filter((fact) => fact.type === "tool-finished")
  const { lost, ...objections } = judge(logs, notes, victims)
  return {
    ...objections,
    lost: [...lost, ...load.complaints],
    stuck: stuck.map(({ id, status, dueAt }) => `${id} is ${status}, due ${dueAt}`),
    events: counts,
    messages: logs.reduce((sum, { accepted }) => sum + accepted.length, 0),
    unknown: finished.filter(({ outcome }) => outcome === "unknown").length,
    killed: timesOf("kill"),
    stopped: timesOf("stop"),
  }
}
