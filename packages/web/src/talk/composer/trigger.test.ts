// What "@" and "/" mean at the cursor, and what a choice puts there.
import { expect, it } from "vitest"
import { completed, fileWord, triggerAt } from "./trigger.ts"

it.each([
  ["/", 1, { kind: "command", query: "", from: 0, to: 1 }],
  ["/mod", 4, { kind: "command", query: "mod", from: 0, to: 4 }],
  ["/model x", 8, undefined],
  ["a /mod", 6, undefined],
  ["/etc/hosts", 10, undefined],
  ["@", 1, { kind: "file", query: "", from: 0, to: 1 }],
  ["look at @src/a", 14, { kind: "file", query: "src/a", from: 8, to: 14 }],
  ["look at @src/a now", 14, { kind: "file", query: "src/a", from: 8, to: 14 }],
  ["look at @src/a now", 18, undefined],
  ["ann@example.com", 15, undefined],
  ["(@a", 3, { kind: "file", query: "a", from: 1, to: 3 }],
] as const)("%j with the cursor at %d: %j", (text, caret, expected) => {
  expect(triggerAt(text, caret)).toEqual(expected)
})

it.each([
  ["look at @sr", 11, "@src/a.ts", "look at @src/a.ts ", 18],
  ["look at @sr now", 11, "@src/a.ts", "look at @src/a.ts now", 18],
  ["/mo", 3, "/model", "/model ", 7],
] as const)("in %j at %d the choice %j gives %j", (text, caret, chosen, expected, at) => {
  const trigger = triggerAt(text, caret)
  expect(trigger && completed(text, trigger, chosen)).toEqual({ text: expected, caret: at })
})

it("a path with a space is quoted", () => {
  expect(fileWord("my file.txt")).toBe('@"my file.txt"')
  expect(fileWord("a.txt")).toBe("@a.txt")
})
