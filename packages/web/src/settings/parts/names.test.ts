// Names typed into a list.
import { expect, it } from "vitest"
import { withNames } from "./names.ts"

it.each([
  [[], "docs", ["docs"]],
  [["docs"], "docs", ["docs"]],
  [["docs"], " team-* , support,, ", ["docs", "team-*", "support"]],
  [["docs"], " ", ["docs"]],
] as const)("%j and what is typed, %j, are %j", (names, text, expected) => {
  expect(withNames(names, text)).toEqual(expected)
})
