import { expect, it } from "vitest"
import { readLesson } from "./read-lesson.ts"

const LEFT = { limit: 10, remaining: 1, resetMs: 500 }

it.each([
  { refused: { sentAgoMs: 3.5, retryAfterMs: 1000 } },
  { refused: { sentAgoMs: 0 } },
  { said: { requests: LEFT, tokens: { remaining: 0, resetMs: 5 } } },
  { refused: { sentAgoMs: 0 }, said: { tokens: LEFT } },
])("a lesson is read as it was written: %o", (lesson) => {
  expect(readLesson(JSON.stringify(lesson))).toEqual(lesson)
})

it.each([
  "",
  "no json",
  "null",
  "5",
  "[]",
  "{}",
  '{"refused":5}',
  '{"refused":{"sentAgoMs":"soon"}}',
  '{"said":{"requests":{}}}',
])("what another version wrote is not heard: %s", (text) => {
  expect(readLesson(text)).toBeUndefined()
})
