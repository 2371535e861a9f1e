// What a list that grows is kept at.
import { expect, it } from "vitest"
import { isDisplaced, nextFollow, placeAfter } from "./follow.ts"

it.each([
  ["a person scrolls up a little", "end", { distance: 30, moved: -30, isByHand: true }, "nothing"],
  ["it is scrolled to the end", "nothing", { distance: 0, moved: 500, isByHand: true }, "end"],
  ["it is scrolled down, and the end is far", "nothing", { distance: 900, moved: 100, isByHand: true }, "nothing"],
  ["content grew, and the list moved down after it", "end", { distance: 300, moved: 20, isByHand: false }, "end"],
  ["it moves up because content became shorter", "end", { distance: 0, moved: -200, isByHand: true }, "end"],
  ["the browser moves it up when many cards come", "end", { distance: 700, moved: -90, isByHand: false }, "end"],
  ["the browser moves it while the person reads", "nothing", { distance: 700, moved: -90, isByHand: false }, "nothing"],
  ["a search of the browser leaps up", "end", { distance: 4000, moved: -4000, isByHand: false }, "nothing"],
  ["nothing moved far from the end", "nothing", { distance: 400, moved: 0, isByHand: false }, "nothing"],
  ["a person scrolls down from a request", "request", { distance: 900, moved: 90, isByHand: true }, "nothing"],
  ["a person scrolls from a request to the end", "request", { distance: 3, moved: 900, isByHand: true }, "end"],
  ["the list is brought to a request after a key", "request", { distance: 900, moved: 0, isByHand: true }, "request"],
] as const)("%s: from %s by %j to %s", (_, before, moved, after) => {
  expect(nextFollow(before, { ...moved, screen: 600 })).toBe(after)
})

it.each([
  ["it follows the end, and a change moved it", "end", { distance: 46, isByHand: false }, true, true],
  ["a screen reader moved it, and nothing changed", "end", { distance: 46, isByHand: false }, false, false],
  ["it is at the end", "end", { distance: 1, isByHand: false }, true, false],
  ["a hand is on it", "end", { distance: 46, isByHand: true }, true, false],
  ["the person reads further up", "nothing", { distance: 46, isByHand: false }, true, false],
  ["it shows a request", "request", { distance: 46, isByHand: false }, true, false],
] as const)("%s (%s, %j, changing: %s): it is put back to the end: %s", (_, now, moved, isChanging, expected) => {
  expect(isDisplaced(now, { ...moved, moved: 0, screen: 600 }, isChanging)).toBe(expected)
})

const NONE = { bottom: undefined, isLeft: false, hasMore: false, endTop: 2000 }
it.each([
  ["nothing waits", "end", NONE, "end"],
  ["the end shows the buttons of the request", "end", { ...NONE, bottom: 2300 }, "end"],
  ["the request is above of what the end shows", "end", { ...NONE, bottom: 300 }, "request"],
  ["the person has moved on from the request", "end", { ...NONE, bottom: 300, isLeft: true }, "end"],
  ["the person reads elsewhere", "nothing", { ...NONE, bottom: 300 }, "nothing"],
  ["the request is settled, and the next comes", "request", { ...NONE, hasMore: true }, "request"],
  ["all requests are settled", "request", NONE, "end"],
] as const)("after another size, when %s: from %s with %j to %s", (_, now, waiting, expected) => {
  expect(placeAfter(now, waiting)).toBe(expected)
})
