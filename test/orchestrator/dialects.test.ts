// A plan in every profile, in each profile's dialect: over the real
// wire, validated against the strictest provider's message rules.
import { expect, it } from "vitest"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import { modelFrom } from "../../packages/agent/src/model/providers.ts"
import type { Script } from "../../packages/agent/src/model/scripted.ts"
import { openAiObjections } from "../../packages/agent/src/model/strict/history.ts"
import { modelServer } from "../../packages/agent/src/testing/model-server.ts"
import { tool } from "../../packages/agent/src/tools/tool.ts"
import { MODEL_FORMATS, type ModelFormat, shownIn } from "../profiles/model-formats.ts"

const word = { type: "object", properties: { word: { type: "string" } }, required: ["word"] } as const

function tools(kept: string[]) {
  return [
    tool({ name: "pick", description: "Picks a word.", input: { type: "object" }, effect: "read", run: () => "heron" }),
    tool({
      name: "keep",
      description: "Keeps a word.",
      input: word,
      effect: "once",
      run: ({ word: given }) => {
        kept.push(String(given))
        return `Kept ${given}.`
      },
    }),
  ]
}

function speaking(speech: ModelFormat, plan: (text: string) => string): Script {
  return (request) => {
    const all = shownIn(request) + request.request.system
    if (all.includes(", and do not carry it out: plan it."))
      return plan("1. [pick] Pick a word\n2. [keep] Keep it (needs 1)")
    const [, number] = /<step number=\\?"(\d)\\?">/.exec(all) ?? []
    if (number === "1") return speech.call("pick")
    if (number === "2") return speech.call("keep", { word: /heron/.exec(all)?.[0] ?? "nothing" })
    return speech.final(all.includes("Kept heron.") ? "It is kept." : "It is not kept.")
  }
}

it.each(Object.keys(MODEL_FORMATS))("a plan is carried out in the profile %s", async (profile) => {
  const speech = MODEL_FORMATS[profile] as ModelFormat // Every profile has one.
  const kept: string[] = []
  // Where every answer is typed, so is a plan.
  const isTyped = profile === "structured-react"
  const plan = (text: string) => (isTyped ? JSON.stringify({ type: "FinalResponse", answer: text }) : text)
  await using server = await modelServer({ script: speaking(speech, plan) })
  const model = modelFrom("openai:m", { baseUrl: server.openai, apiKey: "k", env: {} })
  await using agent = await createAgent({ model, tools: tools(kept), profile, approve: "auto", orchestrate: true })
  const session = await agent.open()
  const { text, outcome } = await session.ask("Keep a word.")
  for (const { body } of server.requests) expect(openAiObjections(body.messages as never)).toEqual([])
  expect({ text, outcome, kept }).toEqual({ text: "It is kept.", outcome: "completed", kept: ["heron"] })
  const facts = await session.facts()
  expect(facts.filter(({ type }) => type === "plan-step-finished")).toMatchObject([
    { outcome: "ok" },
    { outcome: "ok" },
  ])
  expect(facts.some(({ type }) => type === "plan-failed")).toBe(false)
})
