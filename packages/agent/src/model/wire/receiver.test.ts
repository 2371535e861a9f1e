// What counts as progress of an answer. Comments, pings and empty pieces do not, so that a dead stream times out.
import { describe, expect, it } from "vitest"
import { stepAnthropic } from "./anthropic-reader.ts"
import { stepOpenAi } from "./openai-reader.ts"
import { Receiver } from "./receiver.ts"

const how = {
  peer: { provider: "p", model: "m" } as never,
  nameOf: (name: string) => name,
  onText: () => {},
  onReasoning: () => {},
}

function progressAfter(format: "openai" | "anthropic", ...events: readonly (object | string)[]): readonly number[] {
  const step = format === "openai" ? stepOpenAi : stepAnthropic
  const receiver = new Receiver({ ...how, format: { name: format, step } })
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
    const receiver = new Receiver({ ...how, format: { name: "openai", step: stepOpenAi } })
    receiver.start(200, { "content-type": "application/json" })
    receiver.data(Buffer.from("   \n"))
    expect(receiver.progress).toBe(0)
    receiver.data(Buffer.from('{"choices"'))
    expect(receiver.progress).toBe(1)
  })
})
