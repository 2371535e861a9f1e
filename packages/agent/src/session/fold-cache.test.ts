// What is kept is used only where the log is as it was.
import { describe, expect, it } from "vitest"
import { foldFacts } from "../kernel/state/fold.ts"
import { FoldCache } from "./fold-cache.ts"

const opened = { v: 1, seq: 1, at: 1000, type: "session-opened", session: "s", profile: "default" } as const

describe("the first fact of a session that was opened here", () => {
  it("gives the state with which its first run begins, once", () => {
    const folds = new FoldCache()
    folds.keepNew("s", opened)
    expect(folds.take("s", { epoch: 1, seq: 1 })).toEqual({ state: foldFacts([opened]), snapshotSeq: 0 })
    expect(folds.take("s", { epoch: 1, seq: 1 })).toBeUndefined()
  })

  it.each([
    { lease: { epoch: 2, seq: 1 }, why: "another runner had the lease, or the session was removed and opened again" },
    { lease: { epoch: 1, seq: 2 }, why: "the log has more" },
  ])("gives nothing where $why", ({ lease }) => {
    const folds = new FoldCache()
    folds.keepNew("s", opened)
    expect(folds.take("s", lease)).toBeUndefined()
  })

  it.each([{ instructions: "x".repeat(100_000) }, { context: { large: true } }])(
    "is not kept where it may be large: %#",
    (large) => {
      const folds = new FoldCache()
      folds.keepNew("s", { ...opened, ...large })
      expect(folds.take("s", { epoch: 1, seq: 1 })).toBeUndefined()
    },
  )

  it("is kept for the newest thousand", () => {
    const folds = new FoldCache()
    for (let at = 0; at <= 1000; at++) folds.keepNew(`s${at}`, { ...opened, session: `s${at}` })
    expect(folds.take("s0", { epoch: 1, seq: 1 })).toBeUndefined()
    expect(folds.take("s1", { epoch: 1, seq: 1 })).toBeDefined()
  })
})

describe("the state of a session that rested here", () => {
  it.each([
    { lease: { epoch: 4, seq: 1 }, isUsed: true },
    { lease: { epoch: 5, seq: 1 }, isUsed: false },
    { lease: { epoch: 4, seq: 2 }, isUsed: false },
  ])("is used for lease $lease: $isUsed", ({ lease, isUsed }) => {
    const folds = new FoldCache()
    folds.keep("s", { epoch: 3, seq: 1 }, { state: foldFacts([opened]), snapshotSeq: 0 })
    expect(folds.take("s", lease) !== undefined).toBe(isUsed)
  })
})
