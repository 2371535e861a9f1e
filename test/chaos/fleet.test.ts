// The short form of `npm run chaos -- --store postgres`: a few sessions, and one of each event.
import { describe, expect, it } from "vitest"
import { hasServer } from "../../packages/postgres/src/__fixtures__/server.ts"
import { RUNS_HERE } from "../restate/engine.ts"
import { fleet } from "./fleet/fleet.ts"
import { judge, takeOvers } from "./fleet/judge.ts"
import type { Note } from "./fleet/notes.ts"
import { complaintsOf, slowness } from "./fleet/report.ts"

const SMALL = { sessions: 12, rounds: 0, seed: 3, thinkMs: 500, stoppedMs: 2500, pace: 0.2 }

describe.skipIf(!hasServer() || !RUNS_HERE).concurrent("workers over PostgreSQL", { timeout: 300_000 }, () => {
  it.each(["leases", "restate"] as const)(
    "(%s) lose nothing and repeat nothing silently while they are killed and stopped, and servers restart",
    async (host) => {
      const report = await fleet({ ...SMALL, host, lapseMs: 1200 })
      expect(complaintsOf(report)).toEqual([])
      // There was somebody to replace.
      expect(report.stopped.length).toBeGreaterThan(0)
      expect(report.messages).toBeGreaterThan(SMALL.sessions)
      expect(Object.keys(report.events)).toHaveLength(host === "restate" ? 7 : 5)
    },
  )
})

describe("the judge of a campaign", () => {
  const at = (time: number, worker: string, rest: object) => ({ at: time, worker, session: "s", ...rest }) as Note
  const taken = [
    at(1, "a", { what: "acquired", epoch: 1 }),
    at(2, "a", { what: "appended", epoch: 1, from: 1, facts: 2, rests: false }),
    at(10, "b", { what: "acquired", epoch: 2 }),
    at(12, "b", { what: "appended", epoch: 2, from: 3, facts: 1, rests: false }),
  ]

  it("objects to an effect of a worker that has lost the session", () => {
    const late = at(11, "a", { what: "effect", key: "s:call", effect: "once" })
    expect(judge([], [...taken, late]).zombies).toEqual(["a performed s:call 1 ms after b had taken the session"])
    expect(judge([], [...taken, { ...late, worker: "b" }]).zombies).toEqual([])
  })

  it("objects to a fact of a worker that has lost the session", () => {
    const late = at(13, "a", { what: "appended", epoch: 1, from: 4, facts: 1, rests: false })
    expect(judge([], [...taken, late]).zombies).toEqual(["s: epoch 1 wrote after a later one, at 4"])
  })

  it("measures from the kill to the first fact of another worker", () => {
    expect(takeOvers({ kind: "kill", worker: "a", at: 5 }, taken)).toEqual([7])
    expect(takeOvers({ kind: "kill", worker: "b", at: 5 }, taken)).toEqual([])
  })

  it("counts a session that nobody took as waiting until its worker woke", () => {
    const held = taken.slice(0, 2)
    expect(takeOvers({ kind: "stop", worker: "a", at: 5, wokenAt: 3000 }, held)).toEqual([2995])
  })

  it("measures nothing for a session that rested", () => {
    const rested = [...taken.slice(0, 2), at(3, "a", { what: "appended", epoch: 1, from: 3, facts: 1, rests: true })]
    expect(takeOvers({ kind: "kill", worker: "a", at: 5 }, [...rested, ...taken.slice(2)])).toEqual([])
  })

  it.each([
    { what: "before it woke", wokenAt: 20, abandoned: [] },
    {
      what: "only after it woke",
      wokenAt: 11,
      abandoned: ["a hung in the middle of turns, and nobody had gone on with any of them when it woke"],
    },
  ])("looks whether a worker that hung was replaced $what", ({ wokenAt, abandoned }) => {
    expect(judge([], taken, [{ kind: "stop", worker: "a", at: 5, wokenAt }]).abandoned).toEqual(abandoned)
  })

  it("does not ask who replaced a worker that was in the middle of nothing", () => {
    const rested = [...taken.slice(0, 2), at(3, "a", { what: "appended", epoch: 1, from: 3, facts: 1, rests: true })]
    for (const notes of [rested, taken.slice(0, 1), taken.slice(2)])
      expect(judge([], notes, [{ kind: "stop", worker: "a", at: 5, wokenAt: 20 }]).abandoned).toEqual([])
  })

  it("complains of a slow take-over by its p95, from the bound on", () => {
    const report = { killed: Array<number>(95).fill(100), stopped: Array<number>(5).fill(2001) }
    expect(slowness(report, 2001)).toEqual([])
    expect(slowness(report, 2000)).toEqual(["take-over took 2001 ms (p95), and 2000 ms are allowed (--takeover-ms)"])
    expect(slowness({ ...report, stopped: [] }, 2000)).toEqual([])
  })
})
