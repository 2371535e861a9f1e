import { describe, expect, it } from "vitest"
import type { DueSession } from "../contracts/sessions.ts"
import type { Store } from "../contracts/store.ts"
import { memory } from "../store/memory.ts"
import { FakeClock } from "../testing/fake-clock.ts"
import { RunningLimit } from "./running-limit.ts"

const HOLDER = { runner: { id: "r", pid: 1, boot: "b", started: "1" }, epoch: 1, beat: 0 }

interface Given {
  readonly owner: string
  readonly isHeld?: boolean
  readonly isChild?: boolean
}

function due(id: string, { owner, isHeld = false, isChild = false }: Given): DueSession {
  const standing = { owner, priority: "normal", goesOn: false, isChild, waitedMs: 0 } as const
  return { id, dueAt: 0, standing, ...(isHeld && { holder: HOLDER }) }
}

describe("a sweep where each owner may run two sessions", () => {
  const table: readonly (readonly [string, Readonly<Record<string, Given>>, readonly string[]])[] = [
    [
      "wakes as many as there is room for",
      { a: { owner: "ann" }, b: { owner: "ann" }, c: { owner: "ann" } },
      ["a", "b"],
    ],
    [
      "counts those that are held, wherever they stand",
      { a: { owner: "ann" }, b: { owner: "ann" }, c: { owner: "ann", isHeld: true } },
      ["a", "c"],
    ],
    [
      "wakes none of an owner who runs two, and looks at what is held",
      { a: { owner: "ann", isHeld: true }, b: { owner: "ann", isHeld: true }, c: { owner: "ann" } },
      ["a", "b"],
    ],
    [
      "counts each owner alone",
      { a: { owner: "ann", isHeld: true }, b: { owner: "ann", isHeld: true }, c: { owner: "bob" } },
      ["a", "b", "c"],
    ],
    [
      "wakes children, and does not count them",
      {
        a: { owner: "ann", isHeld: true, isChild: true },
        b: { owner: "ann" },
        c: { owner: "ann" },
        d: { owner: "ann", isChild: true },
      },
      ["a", "b", "c", "d"],
    ],
    [
      "leaves those alone who have no limit",
      { a: { owner: "cem" }, b: { owner: "cem" }, c: { owner: "cem" } },
      ["a", "b", "c"],
    ],
  ]
  it.each(table)("%s", async (_, sessions, woken) => {
    const limit = new RunningLimit(memory(), new FakeClock(), (owner) => (owner === "cem" ? undefined : 2))
    const all = Object.entries(sessions).map(([id, given]) => due(id, given))
    expect((await limit.runnable(all)).map(({ id }) => id)).toEqual(woken)
  })
})

it("asks nothing of the store after the end of a session whose owner has no limit", async () => {
  const store: Store = memory()
  const asked: unknown[] = []
  const sessions: Store["sessions"] = {
    ...store.sessions,
    due: async (query) => {
      asked.push(query)
      return []
    },
  }
  const limit = new RunningLimit({ ...store, sessions }, new FakeClock(), () => undefined)
  expect(await limit.afterEnd("s")).toEqual([])
  expect(asked).toEqual([])
})
