// Limits between the form and the server.
import { expect, it } from "vitest"
import { limitsForm, limitsOf, wrongLimit } from "./limits.ts"

it.each([
  [{}, {}],
  [{ costUsd: "2.5" }, { costUsd: 2.5 }],
  [{ ms: "30" }, { ms: 1_800_000 }],
  [{ tokens: "0" }, { tokens: 0 }],
  [{ sessions: " 5 ", toolCalls: "" }, { sessions: 5 }],
] as const)("the fields %j are the limits %j, and back", (fields, limits) => {
  const form = { ...limitsForm(), ...fields }
  expect(wrongLimit(form)).toBeUndefined()
  expect(limitsOf(form)).toEqual(limits)
  expect(limitsOf(limitsForm(limits))).toEqual(limits)
})

it.each(["-1", "many", "1e999"])('a limit of "%s" is wrong', (text) => {
  expect(wrongLimit({ ...limitsForm(), tokens: text })).toBe("tokens")
})
