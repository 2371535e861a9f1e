// The turns of a group leave the page and come back.
import { expect, it } from "vitest"
import { all, type Message, next, type Place } from "./left-out.ts"

const far: Message = { type: "far", height: 900 }
const near: Message = { type: "near", isSeen: false }
const seen: Message = { type: "near", isSeen: true }
const frame: Message = { type: "frame", turns: 3 }

it.each<[name: string, messages: readonly Message[], place: Place]>([
  ["stay at first", [near, frame], all],
  ["leave when they are far, and their height stays", [far], { kind: "out", height: 900 }],
  ["stay when they have no height that could be kept", [{ type: "far", height: 0 }], all],
  ["stay out at a frame", [far, frame], { kind: "out", height: 900 }],
  ["come one by one", [far, near, frame], { kind: "coming", height: 900, turns: 2 }],
  ["are all there after the last of them", [far, near, frame, frame], all],
  ["go on coming when they are near again", [far, near, frame, near], { kind: "coming", height: 900, turns: 2 }],
  ["come at once when they are on the screen", [far, seen], all],
  ["come at once when they are seen before all are there", [far, near, seen], all],
  ["leave again while they come", [far, near, far], { kind: "out", height: 900 }],
])("turns %s", (_, messages, place) => {
  expect(messages.reduce(next, all)).toEqual(place)
})
