// What counts as progress of an answer: comments, pings and empty pieces do not, so that a dead stream times out. And how often
// listeners are told of it.
import { Session } from "node:inspector/promises"
import fc from "fast-check"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { anthropicEvents, openAiEvents, waysToWrite } from "./__fixtures__/odd-events.ts"
import { readAnthropic } from "./anthropic-reader.ts"
import { readOpenAi } from "./openai-reader.ts"
import { type Format, Receiver } from "./receiver.ts"

const how = {
  peer: { provider: "p", model: "m" } as never,
  nameOf: (name: string) => name,
  onText: () => {},
  onReasoning: () => {},
}

function progressAfter(format: "openai" | "anthropic", ...events: readonly (object | string)[]): readonly number[] {
  const read = format === "openai" ? readOpenAi : readAnthropic
  const receiver = new Receiver({ ...how, format: { name: format, read } })
  receiver.start(200, { "content-type": "text/event-stream" })
  return events.map((event) => {
    const before = receiver.progress
    receiver.data(Buffer.from(typeof event === "string" ? event : `data: ${JSON.stringify(event)}\n\n`))
    return receiver.progress - before
  })
}

const delta = (piece: object) => ({ choices: [{ index: 0, delta: piece }] })

describe("progress counted by Receiver", () => {
  it.each<[string, object | string]>([
    ["a comment", ": still there\n\n"],
    ["a role", delta({ role: "assistant", content: "" })],
    ["usage", { choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 } }],
    ["an empty call", delta({ tool_calls: [{ index: 0 }] })],
  ])("does not include %s", (_name, event) => {
    const call = delta({ tool_calls: [{ index: 0, id: "a", function: { name: "look", arguments: "" } }] })
    expect(progressAfter("openai", call, event, event).slice(1)).toEqual([0, 0])
  })

  it("includes text, a call, more of its arguments, and the end", () => {
    const events = [
      delta({ content: "Hi" }),
      delta({ tool_calls: [{ index: 0, id: "a", function: { name: "look", arguments: "" } }] }),
      delta({ tool_calls: [{ index: 0, function: { arguments: "{}" } }] }),
      { choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] },
    ]
    expect(progressAfter("openai", ...events)).toEqual([1, 1, 1, 1])
  })

  it("does not include a ping", () => {
    expect(progressAfter("anthropic", { type: "ping" }, { type: "ping" })).toEqual([0, 0])
  })

  it("does not include white space where a whole answer is expected", () => {
    const receiver = new Receiver({ ...how, format: { name: "openai", read: readOpenAi } })
    receiver.start(200, { "content-type": "application/json" })
    receiver.data(Buffer.from("   \n"))
    expect(receiver.progress).toBe(0)
    receiver.data(Buffer.from('{"choices"'))
    expect(receiver.progress).toBe(1)
  })
})

describe("what Receiver tells listeners", () => {
  function toldBy(...reads: readonly (readonly object[])[]): readonly string[] {
    const told: string[] = []
    const receiver = new Receiver({
      ...how,
      format: { name: "openai", read: readOpenAi },
      onText: (words) => told.push(words),
      onReasoning: (words) => told.push(`(${words})`),
    })
    receiver.start(200, { "content-type": "text/event-stream" })
    for (const events of reads)
      receiver.data(Buffer.from(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")))
    return told
  }

  it("comes once for all events of one read, and at once for each read", () => {
    const word = delta({ content: "word " })
    const read = Array.from({ length: 300 }, () => word)
    expect(toldBy(read, [word], read)).toEqual(["word ".repeat(300), "word ", "word ".repeat(300)])
  })

  it("keeps the order of text and thinking in one read", () => {
    const read = [
      delta({ reasoning: "hm" }),
      delta({ reasoning: "m" }),
      delta({ content: "Yes" }),
      delta({ content: "." }),
      delta({ reasoning: "done" }),
    ]
    expect(toldBy(read)).toEqual(["(hmm)", "Yes.", "(done)"])
  })

  it("includes what came before an event that cannot be read", () => {
    const told: string[] = []
    const receiver = new Receiver({
      ...how,
      format: { name: "openai", read: readOpenAi },
      onText: (words) => told.push(words),
    })
    receiver.start(200, { "content-type": "text/event-stream" })
    receiver.data(Buffer.from(`data: ${JSON.stringify(delta({ content: "Half" }))}\n\ndata: {broken\n\n`))
    expect(receiver.hasFailed).toBe(true)
    expect(told).toEqual(["Half"])
  })
})

const block = (piece: object) => ({ type: "content_block_delta", index: 0, delta: piece })

const openAiFormat: Format = { name: "openai", read: readOpenAi }
const anthropicFormat: Format = { name: "anthropic", read: readAnthropic }

describe("events that differ only in their words", () => {
  const ends = fc.constantFrom(
    { choices: [{ index: 0, delta: {}, finish_reason: "stop" }], usage: { prompt_tokens: 1, completion_tokens: 2 } },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 2 } },
    { type: "message_stop" },
    { type: "ping" },
  )

  function heard(format: Format, pieces: readonly string[]): unknown {
    const told: unknown[] = []
    const tell = (kind: string) => (words: string) => told.push([kind, words, receiver.progress])
    const receiver = new Receiver({ ...how, format, onText: tell("text"), onReasoning: tell("reasoning") })
    receiver.start(200, { "content-type": "text/event-stream" })
    for (const piece of pieces) receiver.data(Buffer.from(piece))
    const { hasFailed, isDone, progress } = receiver
    return { told, hasFailed, isDone, progress, reply: receiver.end() }
  }

  it.each([
    [openAiFormat, openAiEvents],
    [anthropicFormat, anthropicEvents],
  ])("come to the same answer as when each is parsed: $name", (format, events) => {
    const whole: Format = {
      name: format.name,
      read(answer, event) {
        format.read(answer, event)
        return undefined
      },
    }
    const written = fc.tuple(fc.oneof({ weight: 6, arbitrary: events }, ends), fc.constantFrom(...waysToWrite))
    const repeated = fc.tuple(written, fc.integer({ min: 1, max: 3 }))
    const property = fc.property(fc.array(repeated, { minLength: 1, maxLength: 8 }), (stream) => {
      const pieces = stream.flatMap(([[event, write], times]) => Array(times).fill(`data: ${write(event)}\n\n`))
      expect(heard(format, pieces)).toEqual(heard(whole, pieces))
    })
    fc.assert(property, { numRuns: 2000 })
  })

  it.each<[string, Format, number, (text: string) => object]>([
    ["text", openAiFormat, 1, (content) => delta({ content })],
    ["thinking", openAiFormat, 2, (reasoning_content) => delta({ reasoning_content })],
    [
      "a call",
      openAiFormat,
      2,
      (said) => delta({ tool_calls: [{ index: 0, function: { name: "look", arguments: said } }] }),
    ],
    ["text", anthropicFormat, 1, (text) => block({ type: "text_delta", text })],
    ["thinking", anthropicFormat, 2, (thinking) => block({ type: "thinking_delta", thinking })],
  ])("of %s are parsed once they have begun, however many there are: $1.name", (_what, format, begun, event) => {
    let reads = 0
    const read: Format["read"] = (answer, each) => {
      reads += 1
      return format.read(answer, each)
    }
    const parsed = vi.spyOn(JSON, "parse")
    onTestFinished(() => parsed.mockRestore())
    const said = (at: number) => (at % 10 === 0 ? `line ${at}\n` : `word ${at} `)
    const pieces = Array.from({ length: 1000 }, (_, at) => `data: ${JSON.stringify(event(said(at)))}\n\n`)
    expect(heard({ ...format, read }, pieces)).toMatchObject({ progress: 1000 })
    expect(reads).toBe(begun)
    expect(parsed.mock.calls.filter(([text]) => text.startsWith("{"))).toHaveLength(begun)
  })
})

describe("the functions that read an answer", () => {
  const word = (content: string) => delta({ content })
  const said = (more: string) => delta({ tool_calls: [{ index: 0, function: { arguments: more } }] })
  const begun = { index: 0, id: "a", type: "function", function: { name: "look", arguments: "" } }
  const events = [
    delta({ role: "assistant", content: "" }),
    ...["I ", "look ", "at ", "it", "."].map(word),
    delta({ tool_calls: [begun] }),
    ...['{"pa', 'th":"a', '"}'].map(said),
    { choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] },
    { choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } },
  ]
  const stream = Buffer.from(`${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")}data: [DONE]\n\n`)

  function receive(): unknown {
    const receiver = new Receiver({ ...how, format: openAiFormat })
    receiver.start(200, { "content-type": "text/event-stream" })
    receiver.data(stream)
    return receiver.end()
  }

  it("are not called more often than before", async () => {
    expect(receive()).toMatchObject({ calls: [{ name: "look", arguments: { path: "a" } }], stop: "tool-calls" })
    const inspector = new Session()
    inspector.connect()
    await inspector.post("Profiler.enable")
    await inspector.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
    for (let time = 0; time < 10; time++) receive()
    const { result } = await inspector.post("Profiler.takePreciseCoverage")
    inspector.disconnect()
    const ours = result.filter(({ url }) => /agent\/src\/(?!.*\.test\.ts)/.test(url))
    const calls = ours
      .flatMap(({ functions }) => functions)
      .reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0)
    // The number may only become smaller.
    expect(calls / 10).toBeLessThanOrEqual(214)
  })
})
