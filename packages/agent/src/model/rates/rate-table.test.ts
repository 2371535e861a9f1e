import { expect, it } from "vitest"
import { limitsFor, rateProblems } from "./rate-table.ts"

const table = {
  "*": { concurrency: 1 },
  "openai:*": { concurrency: 2 },
  "openai:gpt-5*": { concurrency: 3 },
  "openai:gpt-5": { concurrency: 4 },
}

it.each([
  { model: "ollama:qwen3:8b", concurrency: 1 },
  { model: "openai:o3", concurrency: 2 },
  { model: "openai:gpt-5-mini", concurrency: 3 },
  { model: "openai:gpt-5", concurrency: 4 },
])("the row with the longest name that fits counts: $model", ({ model, concurrency }) => {
  expect(limitsFor(model, table)).toEqual({ concurrency })
})

it("a model that no row names has no limit", () => {
  expect(limitsFor("anthropic:claude", { "openai:*": { concurrency: 2 } })).toBeUndefined()
})

it.each<{ rates: unknown; problem: string }>([
  { rates: 60, problem: "limits by the names of models" },
  { rates: { requestsPerMinute: 60 }, problem: 'name the models, such as { "*": { requestsPerMinute: 60 } }' },
  { rates: { "openai:*": 60 }, problem: 'rates["openai:*"]: an object' },
  {
    rates: { "openai:*": { rpm: 60 } },
    problem: 'rates["openai:*"].rpm: there is no such limit; use requestsPerMinute',
  },
  { rates: { "openai:*": { concurrency: 0 } }, problem: 'rates["openai:*"].concurrency: a whole number, at least 1' },
])("$rates is answered with what to write instead", ({ rates, problem }) => {
  expect(rateProblems(rates)).toEqual([expect.stringContaining(problem)])
})
