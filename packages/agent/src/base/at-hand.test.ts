// What is at hand goes on in the same tick; promises, also of other libraries, are waited for.
import { runInNewContext } from "node:vm"
import { describe, expect, it } from "vitest"
import { goOn, returned, unlessFailed } from "./at-hand.ts"

const fail = () => {
  throw new Error("broken")
}

describe("a value", () => {
  it("goes on at once when it is at hand", () => {
    expect(goOn(1, (value) => value + 1)).toBe(2)
    expect(
      unlessFailed(
        () => 1,
        () => 2,
      ),
    ).toBe(1)
    expect(returned(1)).toBe(1)
  })

  it("goes on when it comes", async () => {
    expect(await goOn(Promise.resolve(1), (value) => value + 1)).toBe(2)
    expect(
      await unlessFailed(
        () => Promise.resolve(1),
        () => 2,
      ),
    ).toBe(1)
  })

  it("is replaced when the work throws or rejects", async () => {
    expect(unlessFailed(fail, () => 2)).toBe(2)
    expect(
      await unlessFailed(
        () => Promise.reject(new Error("broken")),
        () => 2,
      ),
    ).toBe(2)
  })

  it.each([
    ["of this realm", Promise.resolve(1)],
    ["of another realm", runInNewContext("Promise.resolve(1)")],
    // biome-ignore lint/suspicious/noThenProperty: query builders are such values.
    ["of another library", { then: (resolve: (value: number) => void) => resolve(1) }],
  ])("of an application is waited for when it is a promise %s", async (_which, promise) => {
    expect(returned(promise)).toBeInstanceOf(Promise)
    expect(await returned(promise)).toBe(1)
  })
})
