// An upgrade under load, and back: every process of an installation is replaced in turn, while people talk to it.
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { STATE_VERSION } from "../../packages/agent/src/kernel/state/snapshot.ts"
import { alertQueries, dashboardQueries, metricsIn } from "../deploy/queries.ts"
import { eventually } from "../host/workers.ts"
import { RUNS_HERE } from "../restate/engine.ts"
import { Installation, type Running } from "./installation.ts"
import { endsIn, type Heard, Load } from "./load.ts"
import type { Version } from "./versions.ts"

interface Seen {
  readonly seq: number
  readonly type: string
  readonly outcome?: string
  readonly build?: string
}

describe.skipIf(!RUNS_HERE)("an installation of several machines", () => {
  let installation: Installation
  beforeAll(async () => {
    installation = await Installation.start()
  }, 200_000)
  afterAll(() => installation.close())

  async function factsOf(session: string): Promise<readonly Seen[]> {
    const path = `${installation.url}/v1/sessions/${session}/facts?limit=1000`
    const { facts } = (await (await fetch(path, { headers: installation.headers() })).json()) as {
      facts: readonly Seen[]
    }
    return facts
  }

  /** Replaces all processes, and lets turns run before, between and after. */
  async function rolled(to: Version, load: Load): Promise<void> {
    const more = async () => {
      const before = load.turns
      await eventually("more turns end", () => load.turns > before + 5)
    }
    await more()
    const old = installation.running
    const replaced = async (kind: Running["kind"]) => {
      for (const each of old.filter((process) => process.kind === kind)) {
        await installation.add(kind, to)
        expect(await installation.stop(each)).toBe(0)
      }
    }
    await Promise.all([replaced("worker"), replaced("server")])
    expect(installation.running.map(({ version }) => version)).toEqual([to, to, to, to, to])
    await more()
  }

  it("is upgraded and downgraded without a failed request, a lost or doubled event, or a turn that is not finished", async () => {
    const sessions = ["a", "b", "c"]
    const load = new Load(installation, sessions)
    await rolled("next", load)
    expect(await snapshotVersions(installation.database)).toContain(STATE_VERSION + 1)
    await rolled("now", load)
    expect(await snapshotVersions(installation.database)).toContain(STATE_VERSION)
    const followed = await load.stop()
    expect(load.failures).toEqual([])
    for (const { session, sent, heard } of followed) {
      const facts = await factsOf(session)
      expect(facts.map(({ seq }) => seq)).toEqual(facts.map((_, at) => at + 1))
      const ends = facts.filter(({ type }) => type === "turn-finished" || type === "tool-finished")
      expect(ends.filter(({ outcome }) => outcome !== "completed" && outcome !== "ok")).toEqual([])
      expect(ends.filter(({ type }) => type === "turn-finished")).toHaveLength(sent.length)
      expect(new Set(heard.map(({ id }) => id)).size).toBe(heard.length)
      expect(stored(heard)).toEqual(stored(await load.events(session, sent.length)))
      expect(installation.notes().filter((line) => line.startsWith(`${session}-`))).toEqual(sent)
    }
    const starts = (await Promise.all(sessions.map(factsOf))).flat().filter(({ type }) => type === "turn-started")
    expect(new Set(starts.map(({ build }) => build))).toEqual(new Set(["next", undefined]))
    expect(await dueSessions(installation.database)).toEqual([])
    const told = (await installation.numbers()).flatMap((text) => text.split("\n"))
    for (const name of ["pawl_fenced_runs_total", "pawl_unknown_outcomes_total", "pawl_store_up"])
      expect(new Set(told.filter((line) => line.startsWith(name)))).toEqual(
        new Set([`${name} ${Number(name.endsWith("up"))}`]),
      )
  }, 400_000)

  it("tells every number that the dashboard and the alerts of deploy/ name, with the labels that they use", async () => {
    const told = (await installation.numbers()).join("\n")
    const used = [...dashboardQueries(), ...alertQueries()]
    expect(used.length).toBeGreaterThan(30)
    const missing = used.flatMap(metricsIn).filter(({ name, labels }) => {
      const series = [...told.matchAll(new RegExp(`^${name}(?:\\{.*\\})? `, "gm"))].map(([line]) => line)
      return series.length === 0 || labels.some((label) => !series.some((line) => line.includes(`${label}="`)))
    })
    expect(missing).toEqual([])
  })
})

/** Without text in flight, which is shown as it comes, and up to the end of the last turn. */
function stored(heard: readonly Heard[]): readonly Heard[] {
  const kept = heard.filter(({ event }) => event !== "text-delta")
  expect(endsIn(kept)).toBeGreaterThan(0)
  return kept.slice(0, kept.findLastIndex(({ event }) => event === "turn-end") + 1)
}

async function rowsOf<Row extends object>(database: string, text: string): Promise<readonly Row[]> {
  const client = new pg.Client(database)
  await client.connect()
  const { rows } = await client.query<Row>(text)
  await client.end()
  return rows
}

async function snapshotVersions(database: string): Promise<readonly number[]> {
  const rows = await rowsOf<{ readonly version: number }>(database, "select distinct version from pawl.snapshots")
  return rows.map(({ version }) => version)
}

async function dueSessions(database: string): Promise<readonly object[]> {
  return rowsOf(database, "select id, due_at from pawl.sessions where due_at is not null")
}
