import { describe, expect, it } from "vitest"
import type { AnsweredTurn } from "../../contracts/finish-check.ts"
import { answered, changed, failed, looked } from "./__fixtures__/turns.ts"
import { claimedChange, stoppingPhrase, triggerChecks } from "./triggers.ts"

const look = looked("list_directory", { path: "Desktop" }, "nothing to see")
const asks = (turn: AnsweredTurn) => triggerChecks.flatMap((check) => (check.check(turn) ? [check.name] : []))

describe("stoppingPhrase", () => {
  it.each([
    { answer: "3 done, 4 remaining.", calls: [look], asks: true },
    { answer: "Which ones should I process?", calls: [look], asks: true },
    { answer: "I can’t do that.", calls: [look, look], asks: true },
    { answer: "I don't have access to your desktop.", calls: [failed(look)], asks: true },
    { answer: "Als nächstes benenne ich die Dateien um.", calls: [look], asks: true },
    // L9: a question before any call, a listing, "let me know" after a complete result, three calls that worked.
    { answer: "Which ones should I process?", calls: [], asks: false },
    { answer: "There are three files: a.png, b.png and c.png.", calls: [look], asks: false },
    { answer: "All files have been renamed. Let me know if anything is remaining.", calls: [look], asks: false },
    { answer: "3 done, 4 remaining.", calls: [look, look, look], asks: false },
    { answer: "The remainingness of things.", calls: [look], asks: false },
  ])(
    "finds in $answer after $calls.length calls a reason to ask the judge: $asks (L7 L8 L9)",
    ({ answer, calls, asks: isAsked }) => {
      expect(stoppingPhrase.check(answered(answer, { calls })) !== undefined).toBe(isAsked)
    },
  )
})

describe("claimedChange", () => {
  it.each([
    { name: "no call at all", turn: answered("I've renamed all files."), asks: true },
    {
      name: "reading calls only",
      turn: answered("Alle Dateien sind jetzt umbenannt.", { calls: [look, look, look] }),
      asks: true,
    },
    {
      name: "a change in an earlier turn",
      turn: answered("I've renamed all files.", { changesInSession: 1 }),
      asks: false,
    },
    {
      name: "a change in this turn",
      turn: answered("I've renamed it.", { calls: [changed("move_file", {})], changesInSession: 1 }),
      asks: false,
    },
    { name: "no tools", turn: answered("I've written a poem.", { offersTools: false }), asks: false },
    { name: "a read that the claim may be about", turn: answered("I have seen it.", { calls: [look] }), asks: false },
    { name: "no claim", turn: answered("There are 7 files.", { calls: [look] }), asks: false },
  ])("finds after $name a reason to ask the judge: $asks (L12)", ({ turn, asks: isAsked }) => {
    expect(claimedChange.check(turn) !== undefined).toBe(isAsked)
  })
})

it("no trigger nudges by itself, and none checks an answer where no tools are offered", () => {
  const words = "I've renamed 3 files, 4 remaining. Which ones should I process?"
  for (const check of triggerChecks) {
    const found = check.check(answered(words, { calls: [look] }))
    if (found !== undefined) expect(found.kind).toBe("ask")
  }
  expect(asks(answered(words, { calls: [look], offersTools: false }))).toEqual([])
})
