// Pages of the session list: written once for the same rows.
import { expect, it } from "vitest"
import { Pages } from "./pages.ts"

it("writes a page once for the same list, and again for another one", () => {
  const pages = new Pages()
  let written = 0
  const page = (rows: readonly never[]) => pages.of(rows, () => ({ page: ++written }))
  const [first, second] = [[], []]
  expect(page(first)).toBe(page(first))
  expect(new TextDecoder().decode(page(second))).toBe('{"page":2}')
  expect(written).toBe(2)
})
