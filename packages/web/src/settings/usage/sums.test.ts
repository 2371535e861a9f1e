// Usage summed for charts.
import type { UsageRow } from "@pawl/client"
import { expect, it } from "vitest"
import { amountOf, lastDays, niceTop, sumsBy, sumsByDay, total } from "./sums.ts"

const row = (day: string, model: string, owner: string | null, inputTokens: number, costUsd?: number): UsageRow => ({
  owner,
  day,
  model,
  requests: 1,
  unpriced: costUsd === undefined ? 1 : 0,
  usage: { inputTokens, outputTokens: 10, ...(costUsd !== undefined && { costUsd }) },
  toolCalls: 2,
  ms: 5,
})

const ROWS = [
  row("2026-11-14", "small", "ann", 100, 0.1),
  row("2026-11-16", "small", "ben", 50, 0.05),
  row("2026-11-16", "large", "ann", 20, 1),
  row("2026-11-16", "local", null, 500),
]

it("every day has a sum, also one without usage", () => {
  const days = sumsByDay(ROWS, lastDays(3, Date.UTC(2026, 10, 16, 23)))
  expect(days.map(({ name, input, requests }) => [name, input, requests])).toEqual([
    ["2026-11-14", 100, 1],
    ["2026-11-15", 0, 0],
    ["2026-11-16", 570, 3],
  ])
})

it.each([
  ["model", "cost", ["large", "small", "local"]],
  ["model", "tokens", ["local", "small", "large"]],
  ["owner", "cost", ["ann", "ben", ""]],
] as const)("by %s, the largest %s stands first", (grouping, measure, names) => {
  expect(sumsBy(ROWS, grouping, measure).map(({ name }) => name)).toEqual(names)
})

it("the total adds up everything, and counts what has no price", () => {
  const all = total(ROWS)
  expect(all).toMatchObject({ input: 670, output: 40, requests: 4, toolCalls: 8, unpriced: 1 })
  expect(amountOf(all, "cost")).toBeCloseTo(1.15)
  expect(amountOf(all, "tokens")).toBe(710)
})

it("the last days go over the end of a month", () => {
  expect(lastDays(3, Date.UTC(2026, 2, 1))).toEqual(["2026-02-27", "2026-02-28", "2026-03-01"])
})

it.each([
  [0, 1],
  [0.034, 0.05],
  [1, 1],
  [7, 10],
  [23, 25],
  [1200, 2000],
])("the scale for %d ends at %d", (value, top) => {
  expect(niceTop(value)).toBeCloseTo(top)
})
