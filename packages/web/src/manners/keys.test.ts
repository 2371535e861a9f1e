// Which keys do something where, and which are left to the person who types.
import { expect, it } from "vitest"
import { actionOf, isLeaving, KEYS, type KeyRow, keyNames, keyOf, type Where } from "./keys.ts"

const PLAIN = {
  key: "",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  defaultPrevented: false,
  repeat: false,
}
const PAGE: Where = { isMac: false, isTyping: false, isCovered: false, hasSingleKeys: true }

it.each([
  ["a letter on the page", { key: "n" }, {}, "newSession"],
  ["the question mark", { key: "?" }, {}, "sheet"],
  ["a letter while typing", { key: "n" }, { isTyping: true }, undefined],
  ["a letter below a dialog", { key: "n" }, { isCovered: true }, undefined],
  ["a letter when single keys are off", { key: "n" }, { hasSingleKeys: false }, undefined],
  ["a letter with Ctrl that belongs to the browser", { key: "n", ctrlKey: true }, {}, undefined],
  ["a letter with Alt", { key: "n", altKey: true }, {}, undefined],
  ["k alone", { key: "k" }, {}, "previousSession"],
  ["Ctrl-K", { key: "k", ctrlKey: true }, {}, "palette"],
  ["Ctrl-K while typing", { key: "k", ctrlKey: true }, { isTyping: true }, "palette"],
  ["Ctrl-K when single keys are off", { key: "k", ctrlKey: true }, { hasSingleKeys: false }, "palette"],
  ["Ctrl-K below a dialog", { key: "k", ctrlKey: true }, { isCovered: true }, undefined],
  ["Ctrl-K on a Mac, which deletes to the end of a line", { key: "k", ctrlKey: true }, { isMac: true }, undefined],
  ["Cmd-K on a Mac", { key: "k", metaKey: true }, { isMac: true }, "palette"],
  ["the Windows key with K", { key: "k", metaKey: true }, {}, undefined],
  ["a letter of an input method", { key: "a", isComposing: true }, {}, undefined],
  ["a key that the page has used", { key: "a", defaultPrevented: true }, {}, undefined],
  ["a key that is held down", { key: "j", repeat: true }, {}, undefined],
  ["a letter without a row", { key: "z" }, {}, undefined],
] as const)("%s", (_what, pressed, where, action) => {
  expect(actionOf({ ...PLAIN, ...pressed }, { ...PAGE, ...where })).toBe(action)
})

it.each([
  ["in a field", {}, { isTyping: true }, true],
  ["that stopped a turn", { defaultPrevented: true }, { isTyping: true }, false],
  ["that ends a word of an input method", { isComposing: true }, { isTyping: true }, false],
  ["in a dialog, which it closes", {}, { isTyping: true, isCovered: true }, false],
  ["on the page", {}, {}, false],
] as const)("Escape %s: %j %j leaves the field: %s", (_what, pressed, where, expected) => {
  expect(isLeaving({ ...PLAIN, key: "Escape", ...pressed }, { ...PAGE, ...where })).toBe(expected)
})

it("no two rows have the same key", () => {
  const keys = KEYS.map((row: KeyRow) => keyNames(row, false).join("+"))
  expect(new Set(keys).size).toBe(keys.length)
})

it.each([
  ["palette", false, ["Ctrl", "K"]],
  ["palette", true, ["⌘", "K"]],
  ["composer", true, ["/"]],
] as const)("the key of %s (Mac: %s) is shown as %j", (action, isMac, names) => {
  expect(keyNames(keyOf(action), isMac)).toEqual(names)
})
