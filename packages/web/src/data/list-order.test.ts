// The order of a list that is loaded page by page.
import { expect, it } from "vitest"
import { withPage } from "./list-order.ts"
import type { SessionItem } from "./session-list.ts"

const at = (updatedAt: number) => ({ id: `s${updatedAt}`, updatedAt }) as SessionItem

it.each([
  ["a page goes behind what is there", [9, 8], [7, 6], [9, 8, 7, 6]],
  ["an old session that waits for a person is there once, in its place", [9, 8, 5], [7, 6, 5, 4], [9, 8, 7, 6, 5, 4]],
])("%s", (_, known, page, all) => {
  expect(withPage(known.map(at), page.map(at)).map(({ updatedAt }) => updatedAt)).toEqual(all)
})
