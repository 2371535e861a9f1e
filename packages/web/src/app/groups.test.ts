// Sessions by day, in the time zone of the reader.
import { expect, it } from "vitest"
import type { SessionItem } from "../data/session-list.ts"
import { grouped } from "./groups.ts"

const NOW = new Date(2026, 10, 16, 9, 0).getTime()
const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 0).getTime()
const session = (id: string, updatedAt: number, pinned = false) => ({ id, updatedAt, pinned }) as SessionItem

it.each([
  ["today", at(16, 0)],
  ["yesterday", at(15, 23)],
  ["yesterday", at(15, 0)],
  ["week", at(14, 23)],
  ["week", at(10, 0)],
  ["older", at(9, 23)],
] as const)("a session is of %s", (name, updatedAt) => {
  expect(grouped([session("a", updatedAt)], NOW)).toEqual([{ name, sessions: [session("a", updatedAt)] }])
})

it("pinned sessions stand first, whatever their day", () => {
  const sessions = [session("new", NOW), session("old", at(1, 0), true)]
  expect(grouped(sessions, NOW).map(({ name }) => name)).toEqual(["pinned", "today"])
})
