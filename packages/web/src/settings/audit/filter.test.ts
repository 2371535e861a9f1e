// What a filter leaves of the audit.
import { expect, it } from "vitest"
import { type AuditEntry, filtered } from "./filter.ts"

const ENTRIES: readonly AuditEntry[] = [
  { at: 1, who: "ann", what: "users.add", detail: { user: "ben" }, outcome: "done" },
  { at: 2, who: "ben", what: "settings.set", detail: { name: "notice" }, outcome: "refused", code: "setting-locked" },
  { at: 3, who: "ann", what: "servers.put", detail: {}, outcome: "failed" },
]

it.each([
  ["", "", [1, 2, 3]],
  ["ann", "", [1, 3]],
  ["ANN users", "", [1]],
  ["ben", "", [1, 2]],
  ["locked", "", [2]],
  ["", "failed", [3]],
  ["ann", "refused", []],
] as const)('"%s" with outcome "%s" leaves %j', (words, outcome, expected) => {
  expect(filtered(ENTRIES, { words, outcome }).map(({ at }) => at)).toEqual(expected)
})
