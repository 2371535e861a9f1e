// Events that differ only in their words are read without parsing them whole, and come to what JSON.parse makes of them.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Json } from "../../contracts/json.ts"
import { anthropicEvents, openAiEvents, waysToWrite } from "./__fixtures__/odd-events.ts"
import { AnswerSoFar } from "./answer-so-far.ts"
import { readAnthropic } from "./anthropic-reader.ts"
import { type Cut, cutAt, otherWords, type Words } from "./event-reader.ts"
import { readOpenAi } from "./openai-reader.ts"
import type { Format } from "./receiver.ts"

/** The last event that was parsed whole, if it was cut. */
interface Last {
  readonly event: Json
  readonly words: Words
  readonly cut: Cut
}

describe("otherWords", () => {
  it.each<[string, fc.Arbitrary<unknown>, Format["read"]]>([
    ["OpenAI", openAiEvents, readOpenAi],
    ["Anthropic", anthropicEvents, readAnthropic],
  ])("reads from any stream of %s events what JSON.parse reads", (_name, events, read) => {
    const stream = fc.array(fc.tuple(events, fc.constantFrom(...waysToWrite)), { minLength: 2, maxLength: 8 })
    const property = fc.property(stream, (pieces) => {
      let last: Last | undefined
      for (const [event, written] of pieces) {
        const data = written(event)
        const other = last === undefined ? undefined : otherWords(last.cut, data)
        if (last !== undefined && other !== undefined) expect(withWords(last, other)).toEqual(JSON.parse(data))
        else last = readWhole(data, read)
      }
    })
    fc.assert(property, { numRuns: 2000 })
  })
})

it("an event in which the words' field stands twice is never cut: either could be the one that changes", () => {
  const data = '{"x":{"content":"Hi"},"choices":[{"index":0,"delta":{"content":"Hi"}}]}'
  const words = readOpenAi(begun(), JSON.parse(data)) as Words
  expect(words.field).toBe("content")
  expect(cutAt(words, data)).toBeUndefined()
})

function begun(): AnswerSoFar {
  const answer = new AnswerSoFar({ onText: () => {}, onReasoning: () => {} })
  answer.beginCall({ index: 0, id: "", name: "", arguments: "" })
  return answer
}

function withWords({ event, words }: Last, other: string): Json {
  const holder = words.holder as Record<string, Json> // Parsed for this test alone.
  holder[words.field] = other
  return event
}

function readWhole(data: string, read: Format["read"]): Last | undefined {
  try {
    const event: Json = JSON.parse(data)
    const words = read(begun(), event)
    const cut = words && cutAt(words, data)
    return words && cut && { event, words, cut }
  } catch {
    return undefined
  }
}
