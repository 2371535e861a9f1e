import { describe, expect, it } from "vitest"
import type { Draft, Fact } from "../contracts/fact.ts"
import type { Log } from "../contracts/store.ts"
import { foldFacts } from "../kernel/state/fold.ts"
import { toSnapshot } from "../kernel/state/snapshot.ts"
import { answered, asked, finished, opened, said, stamp } from "../testing/fact-builders.ts"
import { foldWhole, load } from "./load.ts"

const turn = (number: number): readonly Draft[] => [
  said(`turn ${number}`, number),
  asked(`${number}.1.1`),
  answered({ text: `answer ${number}` }, `${number}.1.1`),
  finished("completed", number),
]
const back = (to: number): Draft => ({ type: "conversation-rewound", to, command: `back-${to}` })

function factsOf(turns: number, ...more: readonly Draft[]): readonly Fact[] {
  const drafts = [opened(), ...Array.from({ length: turns }, (_, index) => turn(index + 1)).flat(), ...more]
  return stamp(drafts.map((draft, seq) => (draft.type === "model-asked" ? { ...draft, seen: seq } : draft)))
}

function logOf(facts: readonly Fact[], snapshotAt?: number): Log & { readonly reads: number[] } {
  const reads: number[] = []
  return {
    reads,
    read: async (_session, after, limit = Number.POSITIVE_INFINITY) => {
      const found = facts.filter(({ seq }) => seq > after).slice(0, limit)
      reads.push(found.length)
      return found
    },
    readSnapshot: async () =>
      snapshotAt === undefined ? undefined : toSnapshot(foldFacts(facts.slice(0, snapshotAt))),
  } as Partial<Log> as Log & { readonly reads: number[] }
}

describe("loading a session", () => {
  it.each([
    { name: "short", facts: factsOf(3), snapshotAt: undefined },
    { name: "of many pages", facts: factsOf(900), snapshotAt: undefined },
    { name: "of many pages after a snapshot", facts: factsOf(900), snapshotAt: 1203 },
    { name: "taken back within a page", facts: factsOf(5, back(9), ...turn(6)), snapshotAt: undefined },
    { name: "taken back over many pages", facts: factsOf(900, back(5), ...turn(901)), snapshotAt: undefined },
    { name: "taken back to before its snapshot", facts: factsOf(900, back(5), ...turn(901)), snapshotAt: 2001 },
    {
      name: "taken back before its snapshot, and after it to a place in between",
      facts: factsOf(9, back(5), ...turn(10), ...turn(11), back(42)),
      snapshotAt: 46,
    },
    { name: "taken back twice", facts: factsOf(600, back(1201), ...turn(601), back(5)), snapshotAt: undefined },
  ])("gives the same state in pages as at once for a log: $name", async ({ facts, snapshotAt }) => {
    const { state } = await load(logOf(facts, snapshotAt), "s1")
    expect(toSnapshot(state)).toEqual(toSnapshot(foldFacts(facts)))
    expect(toSnapshot(await foldWhole(logOf(facts.slice(0, -2)), "s1", { facts: facts.slice(-2) }))).toEqual(
      toSnapshot(foldFacts(facts)),
    )
  })

  it.each([undefined, 20, 46])("gives the state at an earlier fact, with a snapshot at %s", async (snapshotAt) => {
    const facts = factsOf(9, back(5), ...turn(10), ...turn(11), back(42))
    for (let until = 1; until <= facts.length; until++) {
      const { state } = await load(logOf(facts, snapshotAt), "s1", { until })
      expect(toSnapshot(state), `until ${until}`).toEqual(toSnapshot(foldFacts(facts.slice(0, until))))
    }
  })

  it("yields to other work between pages, and reads no page that is too large", async () => {
    const log = logOf(factsOf(2500))
    let turns = 0
    let isOver = false
    const others = () => {
      turns += 1
      if (!isOver) setImmediate(others)
    }
    setImmediate(others)
    await load(log, "s1")
    isOver = true
    expect(Math.max(...log.reads)).toBeLessThanOrEqual(1000)
    expect(log.reads).toHaveLength(11)
    expect(turns).toBeGreaterThanOrEqual(10)
  })
})
