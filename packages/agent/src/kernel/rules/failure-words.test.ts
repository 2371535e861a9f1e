import { expect, it } from "vitest"
import type { ErrorClass } from "../../contracts/answer.ts"
import { failureWords } from "./failure-words.ts"

const about = (kind: ErrorClass) => ({ class: kind, code: "any", message: "Key refused. Check OPENAI_API_KEY." })

it.each<ErrorClass>(["rate-limit", "overloaded", "network", "timeout"])(
  "failureWords after %s says that the error will pass",
  (kind) => {
    expect(failureWords()(about(kind))).toBe("The model cannot be reached right now. Try again in a moment.")
    expect(failureWords("The model is away.")(about(kind))).toBe("The model is away.")
  },
)

it.each<[ErrorClass, string]>([
  ["auth", "The model is not set up rightly"],
  ["config", "The model is not set up rightly"],
  ["context-overflow", "The model cannot take this request"],
  ["invalid-request", "The model cannot take this request"],
  ["output", "The model's answer cannot be read"],
  ["crashed", "The model could not be asked"],
  ["internal", "The model could not be asked"],
])("failureWords after %s says what is wrong, whatever the profile's own text is", (kind, beginning) => {
  for (const words of [failureWords(), failureWords("The model is away.")])
    expect(words(about(kind))).toBe(`${beginning}: Key refused. Check OPENAI_API_KEY.`)
})
