import fc from "fast-check"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { anthropicEvents, openAiEvents, waysToWrite } from "./__fixtures__/odd-events.ts"
import { anthropicWords } from "./anthropic-reader.ts"
import { EventReader, type FindWords } from "./event-reader.ts"
import { openAiWords } from "./openai-reader.ts"

function outcome(read: () => unknown): unknown {
  try {
    return { event: structuredClone(read()) }
  } catch (error) {
    return { error: String(error) }
  }
}

describe("EventReader", () => {
  it.each<[string, fc.Arbitrary<unknown>, FindWords]>([
    ["OpenAI", openAiEvents, openAiWords],
    ["Anthropic", anthropicEvents, anthropicWords],
  ])("reads from any stream of %s events what JSON.parse reads", (_name, events, findWords) => {
    const stream = fc.array(fc.tuple(events, fc.constantFrom(...waysToWrite)), { minLength: 2, maxLength: 8 })
    const property = fc.property(stream, (pieces) => {
      const reader = new EventReader(findWords)
      for (const [event, written] of pieces) {
        const data = written(event)
        expect(outcome(() => reader.read(data))).toEqual(outcome(() => JSON.parse(data)))
      }
    })
    fc.assert(property, { numRuns: 2000 })
  })

  it.each<[string, FindWords, (said: string) => object]>([
    ["OpenAI", openAiWords, (content) => ({ id: "1", choices: [{ index: 0, delta: { content } }] })],
    [
      "OpenAI's calls",
      openAiWords,
      (said) => ({ choices: [{ delta: { tool_calls: [{ function: { arguments: said } }] } }] }),
    ],
    ["Anthropic", anthropicWords, (text) => ({ type: "content_block_delta", delta: { type: "text_delta", text } })],
  ])("parses one whole event of %s, however many follow that differ only in words", (_name, findWords, event) => {
    const parsed = vi.spyOn(JSON, "parse")
    onTestFinished(() => parsed.mockRestore())
    const reader = new EventReader(findWords)
    for (let at = 0; at < 1000; at++) reader.read(JSON.stringify(event(at % 10 === 0 ? `line ${at}\n` : `word ${at} `)))
    expect(parsed.mock.calls.filter(([text]) => text.startsWith("{"))).toHaveLength(1)
    expect(parsed).toHaveBeenCalledTimes(100)
  })
})
