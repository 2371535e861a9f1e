// Every check has a test or a reason why it is open, and docs/checks.md is up to date.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { CHECKS } from "./checks.ts"
import { OPEN } from "./open.ts"
import { page } from "./page.ts"
import { checksIn, showings } from "./shown.ts"

const ROOT = join(import.meta.dirname, "../..")
const shown = showings(ROOT)

it.each([
  ["X18: puts it back", ["X18"]],
  ["T7, T8 and T9: go on", ["T7", "T8", "T9"]],
  ["goes on (T7, T8)", ["T7", "T8"]],
  ["waits (L13) and looks (L14)", ["L13", "L14"]],
  ["speaks of T7 without showing it", []],
  ["is (X) and (M123)", []],
])("checksIn finds in the name %j the checks %j", (name, checks) => expect(checksIn(name)).toEqual(checks))

describe("each check", () => {
  it.each(Object.keys(CHECKS))("%s has a test that carries its number, or a reason why it is open", (check) => {
    expect([...(shown.get(check) ?? []), ...(OPEN[check] === undefined ? [] : [OPEN[check]])]).not.toEqual([])
  })
})

it("no test carries the number of a check that does not exist", () => {
  expect([...shown.keys()].filter((check) => CHECKS[check] === undefined)).toEqual([])
})

it("a check that is listed as untested has no test", () => {
  const untested = Object.keys(OPEN).filter((check) => OPEN[check]?.startsWith("No test carries"))
  expect(untested.filter((check) => shown.has(check))).toEqual([])
})

it("every open entry belongs to a check", () => {
  expect(Object.keys(OPEN).filter((check) => CHECKS[check] === undefined)).toEqual([])
})

it("docs/checks.md is what `npm run checks` writes", () => {
  expect(readFileSync(join(ROOT, "docs/checks.md"), "utf8")).toBe(page(ROOT))
})
