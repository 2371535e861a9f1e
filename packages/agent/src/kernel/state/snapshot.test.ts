import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import type { Fact } from "../../contracts/fact.ts"
import { emptyState } from "../../registry/state.ts"
import { foldFacts } from "./fold.ts"
import { messagesOf } from "./messages.ts"
import { fromSnapshot, STATE_VERSION, snapshotDue, toSnapshot } from "./snapshot.ts"

const golden = readFileSync(new URL("../../registry/__fixtures__/facts-v1.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Fact)

/** The length of the golden log when the current hash was taken: facts that were added since do not change it. */
const HASHED = 216

/** Hashes of the golden log's fold, by version of the fold; the last one is current. */
const HASHES: Readonly<Record<number, string>> = {
  1: "69a56bbdc62e1c59",
  2: "36a997bf6eba2ab7",
  3: "b719197dafa473bc",
  4: "246eec21862e8cc9",
  5: "a11632d0b8f5df3b",
  6: "f7ae69892f7bb30d",
  7: "095d8a6c3760466b",
  8: "634e03ac1d23091d",
  9: "e995f1567efdbc62",
  // A session's grants store the workspace they were given in; the golden log has none.
  10: "e995f1567efdbc62",
  // A turn may have a model and tools of its own; no turn of the golden log has.
  11: "e995f1567efdbc62",
  // A session and a turn may have a stored context; the golden log has none.
  12: "e995f1567efdbc62",
  // A turn may hold a request back for the rate of its model; none of the golden log does.
  13: "e995f1567efdbc62",
  // Turns and sessions count their time and their calls.
  14: "973173451c4aa21e",
  // A turn may have an output and a tool choice; no turn of the golden log has.
  15: "052e807ac6bc1cde",
  // A turn knows which answer met its tool choice, and that its own check failed; no turn of the golden log does.
  16: "052e807ac6bc1cde",
  // A turn may have an approval mode; no turn of the golden log has.
  17: "052e807ac6bc1cde",
  // Files are no part of the preview, unless there are no words.
  18: "ee95d1346f20e947",
  // A conversation that was taken back to its beginning keeps its preview; that of the golden log was not.
  19: "ee95d1346f20e947",
  // A short result of a recent call is remembered itself, and not by its hash.
  20: "24236ea29c08734a",
}

/** Equal for equal values, whatever the order of their keys. */
function canonical(body: string): string {
  return JSON.stringify(JSON.parse(body), (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}

describe("a snapshot", () => {
  it("restores the same state after any fact, and the fold continues from there", () => {
    const whole = foldFacts(golden)
    for (let cut = 0; cut <= golden.length; cut++) {
      const state = foldFacts(golden.slice(0, cut))
      const restored = fromSnapshot(toSnapshot(state))
      expect(messagesOf(restored)).toEqual(messagesOf(state))
      expect(toSnapshot(restored)).toEqual(toSnapshot(state))
      const later = foldFacts(golden.slice(cut), restored)
      // The conversation was taken back to before the snapshot: fold from the beginning, as `load` does.
      const on = later.rewoundTo === undefined ? later : foldFacts(golden)
      expect({ ...on, history: messagesOf(on) }).toEqual({ ...whole, history: messagesOf(whole) })
    }
  })

  it("does not see what was added to the history after it was taken", () => {
    const state = foldFacts(golden.slice(0, 9))
    const before = toSnapshot(state)
    foldFacts(golden.slice(9), state)
    expect(toSnapshot(state)).toEqual(before)
  })

  it("holds its seq and the version of its fold", () => {
    expect(toSnapshot(foldFacts(golden))).toMatchObject({ seq: golden.length, version: STATE_VERSION })
    expect(fromSnapshot(toSnapshot(emptyState))).toEqual(emptyState)
  })

  it("is ignored once the fold changes its meaning: STATE_VERSION is pinned to what the golden log folds to", () => {
    // Every prefix, so that a change that a later fact hides is found too.
    const hash = createHash("sha256")
    for (let cut = 1; cut <= HASHED; cut++) hash.update(canonical(toSnapshot(foldFacts(golden.slice(0, cut))).body))
    const message =
      "The golden log folds to another state than STATE_VERSION promises. Raise STATE_VERSION in kernel/state/snapshot.ts and add " +
      "the new hash here under the new number, with HASHED as long as the golden log is; never change the hash of an old one."
    expect(hash.digest("hex").slice(0, 16), message).toBe(HASHES[STATE_VERSION])
    expect(STATE_VERSION, "The highest version must be the one in force.").toBe(
      Math.max(...Object.keys(HASHES).map(Number)),
    )
  })
})

describe("a snapshot is due", () => {
  it.each([
    { seq: 999, last: 0, due: false },
    { seq: 1000, last: 0, due: true },
    { seq: 1999, last: 1000, due: false },
    { seq: 2000, last: 1000, due: true },
    { seq: 11_999, last: 10_000, due: false },
    { seq: 12_000, last: 10_000, due: true },
  ])("at fact $seq after one at $last: $due", ({ seq, last, due }) => {
    expect(snapshotDue(seq, last)).toBe(due)
  })
})
