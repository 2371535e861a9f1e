// What a key does in the composer.
import { expect, it } from "vitest"
import { deedOf } from "./keys.ts"

const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, isComposing: false }
const idle = { hasChoices: false, isRunning: false, isTouch: false }

it.each([
  ["Enter sends", { key: "Enter" }, {}, "send"],
  ["Shift-Enter makes a line", { key: "Enter", shiftKey: true }, {}, undefined],
  ["Enter of an input method is not ours", { key: "Enter", isComposing: true }, {}, undefined],
  ["Enter queues while it works", { key: "Enter" }, { isRunning: true }, "send"],
  ["Ctrl-Enter steers while it works", { key: "Enter", ctrlKey: true }, { isRunning: true }, "steer"],
  ["Cmd-Enter steers while it works", { key: "Enter", metaKey: true }, { isRunning: true }, "steer"],
  ["Ctrl-Enter sends when nothing runs", { key: "Enter", ctrlKey: true }, {}, "send"],
  ["Enter makes a line on a phone", { key: "Enter" }, { isTouch: true }, undefined],
  ["Enter takes a choice", { key: "Enter" }, { hasChoices: true }, "choose"],
  ["Tab takes a choice", { key: "Tab" }, { hasChoices: true }, "choose"],
  ["Tab leaves without choices", { key: "Tab" }, {}, undefined],
  ["down moves in choices", { key: "ArrowDown" }, { hasChoices: true }, "next"],
  ["up moves in choices", { key: "ArrowUp" }, { hasChoices: true }, "previous"],
  ["Escape closes choices", { key: "Escape" }, { hasChoices: true }, "dismiss"],
  ["Escape is left to the page", { key: "Escape" }, { isRunning: true }, undefined],
] as const)("%s", (_, pressed, around, expected) => {
  expect(deedOf({ ...plain, ...pressed }, { ...idle, ...around })).toBe(expected)
})
