import { describe, expect, it } from "vitest"
import type { Fact } from "../contracts/fact.ts"
import type { Log } from "../contracts/store.ts"
import { answered, asked, finished, opened, said, stamp, steered } from "../testing/fact-builders.ts"
import { type Observer, Observers } from "./observer.ts"

type Heard = { readonly session: string; readonly facts: readonly number[]; readonly before: readonly number[] }

const facts = stamp([
  opened(),
  said("one"),
  asked("1.1.1"),
  answered({ text: "1" }),
  finished(),
  said("two", 2),
  asked("2.1.1"),
  steered("more", 2),
  answered({ text: "2" }, "2.1.1"),
  finished("completed", 2),
])

function from(first: number, last = first): readonly Fact[] {
  return facts.slice(first - 1, last)
}

function watched(all = facts) {
  const heard: Heard[] = []
  const errors: unknown[] = []
  const reads: number[] = []
  const log = {
    async read(_session: string, after: number, limit = Number.POSITIVE_INFINITY) {
      reads.push(after)
      return all.slice(after, after + limit)
    },
  } as Pick<Log, "read"> as Log
  const one: Observer = {
    hear: (session, facts, before) => {
      heard.push({ session, facts: facts.map(({ seq }) => seq), before: before.map(({ seq }) => seq) })
    },
  }
  const bad: Observer = {
    hear: () => {
      throw new Error("no")
    },
  }
  return { heard, errors, reads, watching: new Observers([bad, one], log, (_session, error) => errors.push(error)) }
}

describe("observers", () => {
  it("get facts of turns that begin here at once, without reading the log", () => {
    const { heard, reads, errors, watching } = watched()
    watching.publish("s", from(2, 3))
    watching.publish("s", from(4, 5))
    watching.publish("s", from(6))
    expect(heard.map(({ facts }) => facts)).toEqual([[2, 3], [4, 5], [6]])
    expect(heard.every(({ before }) => before.length === 0)).toBe(true)
    expect(reads).toEqual([])
    // An observer that throws does not affect the others.
    expect(errors).toHaveLength(3)
  })

  it("get the earlier facts of a turn that another process began, in order", async () => {
    const { heard, watching } = watched()
    watching.publish("s", from(8))
    watching.publish("s", from(9, 10))
    await watching.close()
    expect(heard).toEqual([
      { session: "s", facts: [8], before: [6, 7] },
      { session: "s", facts: [9, 10], before: [] },
    ])
  })

  it("get the earlier facts again when another process has written in between", async () => {
    const { heard, watching } = watched()
    watching.publish("s", from(2, 3))
    watching.publish("s", from(9))
    await watching.close()
    expect(heard.at(-1)).toEqual({ session: "s", facts: [9], before: [6, 7, 8] })
  })

  it("get no earlier facts when no turn was under way", async () => {
    const { heard, watching } = watched([...from(1, 5), ...stamp([asked("compact.1")]).map((f) => ({ ...f, seq: 6 }))])
    watching.publish("s", [{ ...from(7)[0]!, seq: 6 }])
    await watching.close()
    expect(heard).toEqual([{ session: "s", facts: [6], before: [] }])
  })

  it("get a long turn from its beginning", async () => {
    const many = stamp([opened(), said("go on"), ...Array.from({ length: 900 }, (_, n) => steered(String(n)))])
    const { heard, watching } = watched(many)
    watching.publish("s", many.slice(900))
    await watching.close()
    expect(heard[0]?.before).toHaveLength(899)
    expect(heard[0]?.before[0]).toBe(2)
  })
})
