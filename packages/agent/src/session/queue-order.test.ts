import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { GOES_ON_MS, HEAD_START_MS, type Priority } from "../contracts/queue.ts"
import { inTurns, nextWaiter, type Waiter } from "./queue-order.ts"

const MINUTE = 60_000

interface Given {
  readonly since?: number
  readonly owner?: string | null
  readonly priority?: Priority
  readonly goesOn?: boolean
}

function waiter(session: string, { since = 0, owner = null, priority = "normal", goesOn = false }: Given): Waiter {
  return { session, since, standing: { owner, priority, goesOn } }
}

describe("the session that runs next", () => {
  const table: readonly {
    readonly why: string
    readonly waiting: Readonly<Record<string, Given>>
    readonly served?: Readonly<Record<string, number>>
    readonly next: string | undefined
  }[] = [
    { why: "nobody waits", waiting: {}, next: undefined },
    { why: "it has waited longest", waiting: { a: { since: 2 }, b: { since: 1 } }, next: "b" },
    { why: "it came first of those that stand alike", waiting: { a: {}, b: {} }, next: "a" },
    {
      why: "its priority is a head start",
      waiting: { a: { since: 0 }, b: { since: 4 * MINUTE, priority: "high" } },
      next: "b",
    },
    {
      why: "it has waited longer than the head start of another",
      waiting: { a: { since: 0 }, b: { since: 6 * MINUTE, priority: "high" } },
      next: "a",
    },
    {
      why: "another one is to wait",
      waiting: { a: { since: 0, priority: "low" }, b: { since: 29 * MINUTE } },
      next: "b",
    },
    {
      why: "it was low and has waited long enough",
      waiting: { a: { since: 0, priority: "low" }, b: { since: 31 * MINUTE } },
      next: "a",
    },
    {
      why: "it goes on with what has begun",
      waiting: { a: { since: 0, priority: "high" }, b: { since: 50 * MINUTE, goesOn: true } },
      next: "b",
    },
    {
      why: "its owner has not had a slot since",
      waiting: { a: { since: 0, owner: "ann" }, b: { since: 5, owner: "bob" } },
      served: { ann: 10 },
      next: "b",
    },
    {
      why: "the last slot of its owner was longer ago",
      waiting: { a: { since: 0, owner: "ann" }, b: { since: 0, owner: "bob" } },
      served: { ann: 20, bob: 10 },
      next: "b",
    },
    {
      why: "its owner got no slot at the moment at which it came",
      waiting: { a: { since: 0, owner: "ann" }, b: { since: 10, owner: "bob" } },
      served: { ann: 10 },
      next: "b",
    },
    {
      why: "a head start does not give an owner two slots for one of another",
      waiting: { a: { since: 0, owner: "ann", priority: "high" }, b: { since: 5, owner: "bob" } },
      served: { ann: 10 },
      next: "b",
    },
    {
      why: "of one owner the most urgent is next",
      waiting: { a: { since: 0, owner: "ann" }, b: { since: 9, owner: "ann", priority: "high" } },
      served: { ann: 10 },
      next: "b",
    },
  ]
  it.each(table)("is $next when $why", ({ waiting, served = {}, next }) => {
    const waiters = Object.entries(waiting).map(([session, given]) => waiter(session, given))
    expect(nextWaiter(waiters, new Map(Object.entries(served)))?.session).toBe(next)
  })
})

it("a list is put in turns of its owners, each of which keeps its order", () => {
  const of = (owner: string | null, ...sessions: readonly string[]) =>
    sessions.map((session) => waiter(session, { owner }))
  const list = [...of("ann", "a1", "a2", "a3"), ...of(null, "n1"), ...of("bob", "b1", "b2")]
  expect(inTurns(list).map(({ session }) => session)).toEqual(["a1", "n1", "b1", "a2", "b2", "a3"])
  expect(inTurns([])).toEqual([])
})

const arrivals = fc.array(
  fc.record({
    owner: fc.constantFrom("ann", "bob", "cem", null),
    priority: fc.constantFrom<Priority>("low", "normal", "high"),
    goesOn: fc.boolean(),
    afterMs: fc.integer({ min: 0, max: 5 * MINUTE }),
  }),
  { minLength: 20, maxLength: 120 },
)

/** Plays one slot that is given once a minute, while sessions come faster than that. Returns who was served, and when. */
function play(come: readonly (Required<Given> & { readonly session: string })[]): ReadonlyMap<string, number> {
  const waiting = new Set<Waiter>()
  const served = new Map<string | null, number>()
  const got = new Map<string, number>()
  let next = 0
  for (let now = 0; got.size < come.length; now += MINUTE) {
    for (; (come[next]?.since ?? Number.POSITIVE_INFINITY) <= now; next++) {
      const { session, ...given } = come[next] as (typeof come)[number]
      waiting.add(waiter(session, given))
    }
    const chosen = nextWaiter(waiting, served)
    if (chosen === undefined) continue
    waiting.delete(chosen)
    served.set(chosen.standing.owner, now)
    got.set(chosen.session, now)
  }
  return got
}

it("nothing starves: however many come, a session is passed only by those that came within the largest head start", () => {
  const most = GOES_ON_MS + HEAD_START_MS.high - HEAD_START_MS.low
  fc.assert(
    fc.property(arrivals, (list) => {
      let at = 0
      const come = list.map(({ afterMs, ...given }, place) => {
        at += afterMs / 10
        return { session: `s${place}`, since: at, ...given }
      })
      const got = play(come)
      for (const one of come)
        for (const other of come.filter(({ owner }) => owner === one.owner))
          if (other.since > one.since + most)
            expect(got.get(other.session)).toBeGreaterThan(got.get(one.session) ?? Number.POSITIVE_INFINITY)
    }),
    { numRuns: 50 },
  )
})

it("owners alternate: while two have sessions waiting, neither gets more than one slot more than the other", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }), (ann, bob) => {
      const of = (owner: string, count: number) =>
        Array.from({ length: count }, (_, at) => ({
          session: `${owner}${at}`,
          owner,
          since: 0,
          priority: "normal" as const,
          goesOn: false,
        }))
      const order = [...play([...of("ann", ann), ...of("bob", bob)])].toSorted(([, a], [, b]) => a - b)
      const shared = order.slice(0, 2 * Math.min(ann, bob)).map(([session]) => session.slice(0, 3))
      for (const [place, owner] of shared.entries()) if (place > 0) expect(owner).not.toBe(shared[place - 1])
    }),
    { numRuns: 30 },
  )
})
