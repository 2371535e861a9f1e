// Thousands of calls in one answer: the work grows linearly with their number, and calls above the limit are refused.
import { createAgent, type Tool, tool } from "@pawl/agent"
import { call, scripted } from "@pawl/agent/testing"
import { describe, expect, it } from "vitest"

async function playAnswer(count: number) {
  let runs = 0
  let atOnce = 0
  let most = 0
  const look: Tool = tool({
    name: "look",
    description: "",
    input: { type: "object", properties: { i: { type: "integer" } } },
    effect: "read",
    async run() {
      runs += 1
      atOnce += 1
      most = Math.max(most, atOnce)
      await Promise.resolve()
      atOnce -= 1
      return ""
    },
  })
  const calls = Array.from({ length: count }, (_, i) => call("look", { i }))
  const told: string[] = []
  const model = scripted(({ messages, said }) => {
    told.push(said)
    return messages.some(({ role }) => role === "tool") ? "Done." : { calls }
  })
  await using agent = await createAgent({ model, tools: [look], window: 10_000_000 })
  const { outcome } = await (await agent.open()).ask("go")
  return { outcome, runs, most, told }
}

describe("an answer", () => {
  it("with 4,000 calls runs them all, a limited number at once", async () => {
    const { outcome, runs, most } = await playAnswer(4000)
    expect([outcome, runs]).toEqual(["completed", 4000])
    expect(most).toBeLessThanOrEqual(64)
  })

  it("with 5,000 calls runs the first 4,096 and reports the limit to the model", async () => {
    const { outcome, runs, told } = await playAnswer(5000)
    expect([outcome, runs]).toEqual(["completed", 4096])
    expect(told.join("\n")).toMatch(/called 5000 tools\. Only the first 4096 were taken/)
  })
})
