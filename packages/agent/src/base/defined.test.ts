import { describe, expect, it } from "vitest"
import { defined } from "./defined.ts"

describe("defined", () => {
  it.each<[object, object]>([
    [{}, {}],
    [{ a: undefined }, {}],
    [
      { a: 1, b: undefined, c: null },
      { a: 1, c: null },
    ],
    [
      { a: 0, b: "" },
      { a: 0, b: "" },
    ],
  ])("leaves out of %o what is undefined, and nothing else", (given, kept) => {
    expect(defined(given)).toStrictEqual(kept)
  })
})
