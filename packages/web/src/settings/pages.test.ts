// Which pages of the settings a role is offered.
import { expect, it } from "vitest"
import { pagesFor, SETTINGS_PAGES } from "./pages.ts"

const OWN = ["you", "tokens", "grants", "usage", "profiles", "mcp"]

it.each([
  ["viewer", OWN],
  ["user", OWN],
  ["admin", SETTINGS_PAGES.map(({ id }) => id)],
] as const)("a %s is offered %j", (role, ids) => {
  expect(pagesFor(role).map(({ id }) => id)).toEqual(ids)
})
