// An answer in doubt, settled by one short question: through the real loop, with a model that plays both parts.
import { expect, it } from "vitest"
import type { Judged } from "../answer/judged.ts"
import type { Model, ModelRequest } from "../contracts/model.ts"
import type { Judge } from "../contracts/step.ts"
import { createAgent } from "../create-agent.ts"
import { defaultProfile } from "../profiles/default.ts"
import type { Profile } from "../profiles/profile.ts"
import { foldFacts } from "../state/fold.ts"
import * as f from "../testing/fact-builders.ts"
import { performJudge } from "./performers/judge.ts"
import { acceptAnswer } from "./rules/accept-answer.ts"
import { nudgeUnfinished } from "./rules/nudge-unfinished.ts"
import { settleDoubt } from "./rules/settle-doubt.ts"

const judge = ({ answer }: Judged) => ({
  kind: answer.includes("half") ? ("incomplete" as const) : ("complete" as const),
  evidence: "it says half",
  proven: false,
  doubtful: !answer.includes("clearly"),
})

/** The default profile, but for who judges. */
function profile(): Profile {
  const rules = defaultProfile().rules.slice(0, -4)
  const [limit, call] = defaultProfile().rules.slice(-2)
  const judging = [
    settleDoubt({ judge, max: 1 }),
    nudgeUnfinished({ judge, max: { incomplete: 1 }, asksWhenInDoubt: true }),
  ]
  return { ...defaultProfile(), rules: [...rules, ...judging, acceptAnswer(), limit!, call!] }
}

function model(answers: readonly string[], verdict: string) {
  const questions: ModelRequest[] = []
  const texts = answers.values()
  const ask: Model["ask"] = async (request) => {
    const isQuestion = request.system.startsWith("You check")
    if (isQuestion) questions.push(request)
    const text = isQuestion ? verdict : (texts.next().value ?? "no more")
    return { kind: "answer", text, reasoning: [], calls: [], problems: [], stop: "end" }
  }
  return { questions, model: { name: "both", ask } }
}

it.each([
  ["unfinished", "all of it", 1],
  ["finished", "half of it", 1],
  ["Perhaps", "half of it", 1],
])("the verdict %j leads to %j", async (verdict, text, asked) => {
  const { model: both, questions } = model(["half of it", "all of it"], verdict)
  await using agent = await createAgent({ model: both, profile: profile() })
  const session = await agent.open()
  expect(await session.ask("Do it")).toMatchObject({ outcome: "completed", text })
  expect(questions).toHaveLength(asked)
  expect(JSON.stringify(await session.messages())).not.toContain("finished or unfinished")
})

it("what is clear is never asked about", async () => {
  const { model: both, questions } = model(["clearly half of it", "all of it, clearly"], "finished")
  await using agent = await createAgent({ model: both, profile: profile() })
  const { text } = await (await agent.open()).ask("Do it")
  expect(text).toBe("all of it, clearly")
  expect(questions).toEqual([])
})

it("a question that fails leaves the answer as it is", async () => {
  const ask: Model["ask"] = async (request) =>
    request.system.startsWith("You check")
      ? { kind: "failure", error: { class: "auth", code: "auth", message: "no" } }
      : { kind: "answer", text: "half of it", reasoning: [], calls: [], problems: [], stop: "end" }
  await using agent = await createAgent({ model: { name: "m", ask }, profile: profile() })
  expect(await (await agent.open()).ask("Do it")).toMatchObject({ outcome: "completed", text: "half of it" })
})

it("a question that was asked three times and never answered is given up", async () => {
  const about = { attempt: "1.1.1.judge", turn: 1, iteration: 1, model: "m", seen: 4, sections: {} }
  const asked = { type: "model-asked", purpose: "judge", ...about } as const
  const drafts = [f.opened(), f.said("go"), f.asked(), f.answered({ text: "half of it" }), asked, asked, asked]
  const state = foldFacts(f.stamp(drafts))
  const [step] = settleDoubt({ judge, max: 1 })(state) ?? []
  expect(step).toMatchObject({ kind: "judge", key: "judge:1.1.1" })
  const asks: unknown[] = []
  const models = [{ name: "m", ask: async () => asks.push(1) as never }]
  const facts = performJudge(step as Judge, { state, models } as never)
  expect((await facts.next()).value).toMatchObject({ fact: { type: "model-failed", purpose: "judge" } })
  expect(asks).toEqual([])
})
