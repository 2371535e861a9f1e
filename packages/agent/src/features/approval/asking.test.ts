// The rules that ask the model, or rest: awaitModel, callModel, restWhenIdle.
import { describe, expect, it } from "vitest"
import type { Draft } from "../../contracts/fact.ts"
import { awaitModel } from "../../kernel/rules/await-model.ts"
import { callModel } from "../../kernel/rules/call-model.ts"
import { restWhenIdle } from "../../kernel/rules/rest-when-idle.ts"
import { foldFacts } from "../../kernel/state/fold.ts"
import { rest } from "../../kernel/steps/rest.ts"
import type { Step } from "../../registry/steps.ts"
import {
  aCall,
  answered,
  asked,
  cancelled,
  finished,
  modelFailed,
  opened,
  said,
  stamp,
  toolFinished,
} from "../../testing/fact-builders.ts"

const model = (turn: number, iteration: number): readonly Step[] => [
  { kind: "call-model", key: `call-model:${turn}.${iteration}`, iteration },
]
const state = (drafts: readonly Draft[]) => foldFacts(stamp([opened(), ...drafts]))
const secondRound = [asked(), answered({ calls: [aCall("a")] }), toolFinished("a"), asked("1.2.1", 5)]

describe("awaitModel", () => {
  it.each<{ name: string; drafts: readonly Draft[]; steps: readonly Step[] | undefined }>([
    { name: "is silent without a turn", drafts: [], steps: undefined },
    { name: "is silent before the model is asked", drafts: [said("go")], steps: undefined },
    { name: "keeps the key of a request under way", drafts: [said("go"), asked()], steps: model(1, 1) },
    { name: "keeps the key of an orphan's retry", drafts: [said("go"), asked(), asked("1.1.2")], steps: model(1, 1) },
    { name: "keeps the key of a later request", drafts: [said("go"), ...secondRound], steps: model(1, 2) },
    { name: "is silent after an answer", drafts: [said("go"), asked(), answered({ text: "x" })], steps: undefined },
    { name: "is silent after a failure", drafts: [said("go"), asked(), modelFailed("auth")], steps: undefined },
  ])("$name", ({ drafts, steps }) => {
    expect(awaitModel()(state(drafts))).toEqual(steps)
  })
})

describe("callModel", () => {
  it.each<{ name: string; drafts: readonly Draft[]; steps: readonly Step[] | undefined }>([
    { name: "is silent without a turn", drafts: [], steps: undefined },
    { name: "makes the first request", drafts: [said("go")], steps: model(1, 1) },
    { name: "makes the next one", drafts: [said("go"), ...secondRound.slice(0, 3)], steps: model(1, 2) },
    {
      name: "starts anew in the next turn",
      drafts: [said("go"), asked(), finished(), said("go", 2)],
      steps: model(2, 1),
    },
  ])("$name", ({ drafts, steps }) => {
    expect(callModel()(state(drafts))).toEqual(steps)
  })
})

describe("the model that is asked", () => {
  const onSecond = (turn = 1): readonly Step[] => [
    { kind: "call-model", key: `call-model:${turn}.1`, iteration: 1, chain: 1 },
  ]
  const failedOver = [said("go"), asked(), modelFailed("network"), asked("1.1.2", 2, 1)]
  const answeredBySecond = [...failedOver, answered({ calls: [aCall("a")] }, "1.1.2"), toolFinished("a")]

  it("stays the same during a request", () => {
    expect(awaitModel()(state(failedOver))).toEqual(onSecond())
  })

  it("stays the one that answered, for the rest of the turn", () => {
    const rule = callModel({ models: 2 })
    expect(rule(state(answeredBySecond))).toEqual([{ ...model(1, 2)[0], chain: 1 }])
  })

  it("is one that is reachable, when a turn begins", () => {
    const next = [...answeredBySecond, finished(), said("again", 2)]
    expect(callModel({ models: 2 })(state(next))).toEqual(onSecond(2))
    expect(callModel({ models: 1 })(state(next))).toEqual(model(2, 1))
    expect(callModel()(state(next))).toEqual(model(2, 1))
  })
})

describe("restWhenIdle", () => {
  it.each<{ name: string; drafts: readonly Draft[]; steps: readonly Step[] | undefined }>([
    { name: "rests before the first turn", drafts: [], steps: rest },
    { name: "rests after a turn", drafts: [said("go"), finished()], steps: rest },
    { name: "rests after a failed turn", drafts: [said("go"), finished("failed")], steps: rest },
    { name: "is silent while a turn runs", drafts: [said("go")], steps: undefined },
    { name: "is silent while a cancelled turn is settled", drafts: [said("go"), cancelled()], steps: undefined },
  ])("$name", ({ drafts, steps }) => {
    expect(restWhenIdle()(state(drafts))).toEqual(steps)
  })
})
