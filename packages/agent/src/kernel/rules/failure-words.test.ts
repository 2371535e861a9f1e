import { expect, it } from "vitest"
import type { ErrorClass } from "../../contracts/answer.ts"
import { failureWords } from "./failure-words.ts"

const about = (kind: ErrorClass) => ({ class: kind, code: "any", message: "Key refused. Check OPENAI_API_KEY." })

it.each<ErrorClass>(["rate-limit", "overloaded", "network", "timeout"])("says after %s that it will pass", (kind) => {
  expect(failureWords()(about(kind))).toBe("The model cannot be reached right now. Try again in a moment.")
  expect(failureWords("Nobody is there.")(about(kind))).toBe("Nobody is there.")
})

it.each<[ErrorClass, string]>([
  ["auth", "The model is not set up rightly"],
  ["config", "The model is not set up rightly"],
  ["context-overflow", "The model cannot take this request"],
  ["invalid-request", "The model cannot take this request"],
  ["output", "The model's answer cannot be read"],
  ["crashed", "The model could not be asked"],
  ["internal", "The model could not be asked"],
])("says after %s what is wrong, whatever a profile's own words are", (kind, beginning) => {
  for (const words of [failureWords(), failureWords("Nobody is there.")])
    expect(words(about(kind))).toBe(`${beginning}: Key refused. Check OPENAI_API_KEY.`)
})
