// A value that is at hand is passed on without a generator.
import { expect, it } from "vitest"
import type { Yielded } from "./performer.ts"
import { endWith, type Served } from "./served.ts"

it("endWith goes on at once with a value that is at hand", () => {
  expect(endWith({ value: 2 }, (value) => value + 1)).toEqual({ value: 3 })
})

it("endWith passes facts on, and goes on with the value that comes after them", async () => {
  const fact: Yielded = { fact: { type: "plan-failed", why: "no plan" } }
  async function* slow(): AsyncGenerator<Yielded, number, void> {
    yield fact
    return 2
  }
  const served: Served<number> = endWith(slow(), (value) => value + 1)
  if ("value" in served) throw new Error("It is not at hand.")
  expect([await served.next(), await served.next()]).toEqual([
    { done: false, value: fact },
    { done: true, value: 3 },
  ])
})
