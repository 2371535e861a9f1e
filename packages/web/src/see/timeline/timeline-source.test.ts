// A timeline finds the sub-agents of its turn by itself, and theirs.
import type { Fact } from "@pawl/client"
import { describe, expect, it } from "vitest"
import { TimelineSource } from "./timeline-source.ts"

const delegated = (seq: number, child: string): Fact => ({
  v: 1,
  seq,
  at: seq,
  type: "tool-started",
  call: `c${seq}`,
  name: "delegate",
  child,
})
const started = (seq: number, turn: number): Fact => ({ v: 1, seq, at: seq, type: "turn-started", turn, input: [] })

const LOGS: Readonly<Record<string, readonly Fact[]>> = {
  a: [started(1, 1), delegated(2, "old"), started(3, 2), delegated(4, "b")],
  b: [started(1, 1), delegated(2, "c")],
  c: [started(1, 1)],
}

describe("the source of a timeline", () => {
  it("loads the turn and every sub-agent of it, and none of other turns", async () => {
    const asked: string[] = []
    const source = new TimelineSource({ session: "a", turn: 2, range: { from: 1 } }, (session) => ({
      now: () => 0,
      read: async (after) => {
        asked.push(session)
        return { facts: (LOGS[session] ?? []).slice(after), next: null }
      },
    }))
    const all = new Promise<void>((done) => {
      source.changed.subscribe(() => source.logs(0).get("c")?.facts.length === 1 && done())
    })
    await source.refresh()
    await all
    expect([...source.logs(0)].map(([session, { facts }]) => [session, facts.length])).toEqual([
      ["a", 2],
      ["b", 2],
      ["c", 1],
    ])
    expect(asked).toEqual(["a", "b", "c"])
  })
})
