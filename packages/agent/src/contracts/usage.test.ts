import { expect, it } from "vitest"
import { addUsage, noUsage, type Usage } from "./usage.ts"

const costing = (costUsd?: number): Usage => ({ ...noUsage, ...(costUsd !== undefined && { costUsd }) })

it.each<readonly [string, readonly (number | undefined)[], number | undefined]>([
  ["costs without the noise of binary fractions", [0.1, 0.2], 0.3],
  ["many small costs", Array.from({ length: 9 }, () => 0.00015), 0.00135],
  ["the smallest cost that is kept", [0.000_000_000_1, 0.000_000_000_2], 0.000_000_000_3],
  ["a known cost and an unknown one", [0.25, undefined], 0.25],
  ["unknown costs, whose sum is unknown", [undefined, undefined], undefined],
  ["a cost of nothing, which is known", [undefined, 0], 0],
])("adds up %s", (_, costs, sum) => {
  const { costUsd } = costs.map(costing).reduce(addUsage, noUsage)
  expect(costUsd).toBe(sum)
})

it.each<readonly [string, Partial<Usage>, Partial<Usage>, Partial<Usage>]>([
  [
    "tokens of a cache",
    { cacheReadTokens: 3, cacheWriteTokens: 1 },
    { cacheReadTokens: 4 },
    { cacheReadTokens: 7, cacheWriteTokens: 1 },
  ],
  ["an estimate, which the sum is then too", {}, { estimated: true }, { estimated: true }],
  ["what neither has, which is left out", {}, {}, {}],
])("adds up %s", (_, one, other, sum) => {
  const added = addUsage({ inputTokens: 1, outputTokens: 2, ...one }, { inputTokens: 3, outputTokens: 4, ...other })
  expect(added).toStrictEqual({ inputTokens: 4, outputTokens: 6, ...sum })
})
