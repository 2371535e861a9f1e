// What a person is told while the tab is hidden.
import { expect, it } from "vitest"
import type { SessionItem } from "../data/session-list.ts"
import { newsBetween, tabTitle, waitingIn } from "./news.ts"

const session = (status: SessionItem["status"], ...calls: string[]) =>
  ({ id: "a", status, openRequests: calls.map((call) => ({ call, kind: "approval" })) }) as unknown as SessionItem

it.each([
  ["a request appears", session("processing"), session("waiting", "c1"), ["asks"]],
  ["a second request appears", session("waiting", "c1"), session("waiting", "c1", "c2"), ["asks"]],
  ["a request is replaced by another", session("waiting", "c1"), session("waiting", "c2"), ["asks"]],
  ["the same request is still open", session("waiting", "c1"), session("waiting", "c1"), []],
  ["a request is settled", session("waiting", "c1"), session("tool_loop"), []],
  ["a turn ends", session("tool_loop"), session("idle"), ["finished"]],
  ["a turn fails", session("processing"), session("failed"), ["failed"]],
  ["a turn begins", session("idle"), session("processing"), []],
  ["a failed session is retried", session("failed"), session("processing"), []],
  ["a resting session is renamed", session("idle"), session("idle"), []],
  ["a new session asks", undefined, session("waiting", "c1"), ["asks"]],
  ["an old session comes into the list", undefined, session("idle"), []],
] as const)("%s", (_what, before, after, kinds) => {
  expect(newsBetween(before === undefined ? [] : [before], [after]).map(({ kind }) => kind)).toEqual(kinds)
})

it("a second question of one call is news", () => {
  const asking = (question: number) =>
    ({
      id: "a",
      status: "waiting",
      openRequests: [{ call: "c1", kind: "question", question }],
    }) as unknown as SessionItem
  expect(newsBetween([asking(1)], [asking(2)]).map(({ kind }) => kind)).toEqual(["asks"])
})

it("a sub-agent is no news: its parent asks in its place, and ends after it", () => {
  const child = (item: SessionItem): SessionItem => ({ ...item, parent: "p", parentKind: "delegation" })
  expect(newsBetween([child(session("processing"))], [child(session("waiting", "c1"))])).toEqual([])
  expect(newsBetween([child(session("processing"))], [child(session("idle"))])).toEqual([])
  expect(waitingIn([session("waiting", "c1"), child(session("waiting", "c2"))])).toBe(1)
})

it("a branch asks for itself", () => {
  const branch = (item: SessionItem): SessionItem => ({ ...item, parent: "p", parentKind: "fork" })
  const after = [branch(session("waiting", "c1"))]
  expect(newsBetween([branch(session("processing"))], after).map(({ kind }) => kind)).toEqual(["asks"])
  expect(waitingIn(after)).toBe(1)
})

it("the title counts the requests of all sessions", () => {
  expect(waitingIn([session("waiting", "c1", "c2"), session("idle"), session("waiting", "c3")])).toBe(3)
})

it.each([
  [0, undefined, "Pawl"],
  [2, undefined, "(2) Pawl"],
  [0, "Poem", "Poem · Pawl"],
  [2, "Poem", "(2) Poem · Pawl"],
] as const)("with %i open requests and the page %s the tab is called %s", (waiting, page, title) => {
  expect(tabTitle(waiting, page)).toBe(title)
})
