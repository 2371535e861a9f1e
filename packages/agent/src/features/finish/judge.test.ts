// The question to a judge model through the real loop: what it is shown, which part of its reply counts, and what it
// costs.
import { describe, expect, it } from "vitest"
import { createAgent } from "../../agent/create-agent.ts"
import { plainText } from "../../contracts/content.ts"
import { readVerdict } from "../../contracts/finish-check.ts"
import type { AskOptions, Model, ModelRequest } from "../../contracts/model.ts"
import { foldFacts } from "../../kernel/state/fold.ts"
import { call, scripted } from "../../model/scripted.ts"
import * as f from "../../testing/fact-builders.ts"
import { tool } from "../../tools/tool.ts"
import type { Judge } from "./judge.ts"
import { performJudge } from "./judge.ts"

const list = tool({
  name: "list",
  description: "",
  input: { type: "object" },
  effect: "read",
  run: () => "a.png\nb.png",
})

function judgeThat(reply: string | "fails") {
  const questions: ModelRequest[] = []
  const ask = async (request: ModelRequest, _how: AskOptions) => {
    questions.push(request)
    if (reply === "fails") return { kind: "failure", error: { class: "auth", code: "auth", message: "no" } } as const
    const usage = { inputTokens: 100, outputTokens: 2, costUsd: 0.0001 }
    return { kind: "answer", text: reply, reasoning: [], calls: [], problems: [], stop: "end", usage } as const
  }
  return { questions, judge: { name: "the-judge", ask } satisfies Model }
}

async function played(
  reply: string,
  answers: readonly string[] = ["Which ones should I rename?", "There are two pictures."],
) {
  const { judge, questions } = judgeThat(reply)
  const texts = answers.values()
  const model = scripted(({ messages }) =>
    messages.some(({ role }) => role === "tool") ? (texts.next().value ?? "no more") : { calls: [call("list")] },
  )
  await using agent = await createAgent({ model, judge, tools: [list], profile: "local-desktop" })
  const session = await agent.open()
  const result = await session.ask("Rename a.png and b.png.")
  return { result, questions, facts: await session.facts(), messages: await session.messages() }
}

describe("a judge model", () => {
  it("is shown the order, the calls with their outcomes and the answer as data, and not the conversation", async () => {
    const { questions, facts } = await played('{"verdict": "finished"}')
    expect(questions).toHaveLength(1)
    const [question] = questions
    const [message] = question?.messages ?? []
    expect(question).toMatchObject({ tools: [], answerSchema: { required: ["verdict"] } })
    expect(JSON.parse(message?.role === "user" ? plainText(message.parts) : "")).toEqual({
      asked: "Rename a.png and b.png.",
      calls: [{ tool: "list", arguments: "{}", outcome: "ok", result: "a.png\nb.png" }],
      answer: "Which ones should I rename?",
    })
    expect(facts.filter((fact) => "purpose" in fact)).toMatchObject([
      { type: "model-asked", model: "the-judge", why: 'stopping-phrase: the answer says "which ones"' },
      { type: "model-answered", text: '{"verdict": "finished"}', usage: { costUsd: 0.0001 } },
    ])
  })

  it.each([
    ["unfinished", "There are two pictures.", ["unfinished"]],
    ["finished", "Which ones should I rename?", []],
    ["declined", "Which ones should I rename?", []],
    ["needs-user", "Which ones should I rename?", []],
    ["Perhaps", "There are two pictures.", ["unjudged"]],
    ["fails", "There are two pictures.", ["unjudged"]],
  ])("that says %j leads to the answer %j and the nudges %j", async (reply, text, reasons) => {
    const { result, facts, messages } = await played(reply)
    expect(result).toMatchObject({ outcome: "completed", text })
    expect(facts.flatMap((fact) => (fact.type === "nudged" ? [fact.reason] : []))).toEqual(reasons)
    // Only the verdict is used; the reply itself reaches no message.
    expect(JSON.stringify(messages)).not.toContain(reply)
  })

  it("counts in the usage of the turn", async () => {
    const { result } = await played("finished")
    expect(result.usage.inputTokens).toBeGreaterThanOrEqual(100)
    expect(result.usage.costUsd).toBeCloseTo(0.0001)
  })

  it("is given up after three requests without an answer", async () => {
    const about = { attempt: "1.1.1.judge", turn: 1, iteration: 1, model: "m", seen: 4, sections: {} }
    const asked = { type: "model-asked", purpose: "judge", ...about } as const
    const drafts = [f.opened(), f.said("go"), f.asked(), f.answered({ text: "half of it" }), asked, asked, asked]
    const state = foldFacts(f.stamp(drafts))
    const step: Judge = { kind: "judge", key: "judge:1.1.1", attempt: "1.1.1", evidence: "x" }
    const asks: unknown[] = []
    const models = [{ name: "m", ask: async () => asks.push(1) as never }]
    const facts = performJudge(step, { state, models } as never)
    expect((await facts.next()).value).toMatchObject({ fact: { type: "model-failed", purpose: "judge" } })
    expect(asks).toEqual([])
  })
})

describe("readVerdict", () => {
  it.each([
    ['{"verdict": "unfinished"}', "unfinished"],
    ['```json\n{ "verdict" : "needs-user" }\n```', "needs-user"],
    ["finished", "finished"],
    ['"Unfinished".', "unfinished"],
    ["Three of seven are left.\n\n**unfinished**", "unfinished"],
    ["It is not unfinished.", undefined],
    ["finished or unfinished", undefined],
    ['{"verdict": "perhaps"}', undefined],
    ["", undefined],
  ])("finds in %j the verdict %s", (reply, verdict) => {
    expect(readVerdict(reply)).toBe(verdict)
  })
})
