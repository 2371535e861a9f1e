// Sums of usage by day, model and owner, from the rows that the server keeps.
import type { UsageRow } from "@pawl/client"

export type Measure = "cost" | "tokens" | "requests"

export interface Sum {
  readonly name: string
  readonly cost: number
  readonly input: number
  readonly output: number
  readonly requests: number
  readonly toolCalls: number
  /** Requests to models without a known price: their cost is missing. */
  readonly unpriced: number
}

export function amountOf(sum: Sum, measure: Measure): number {
  return { cost: sum.cost, tokens: sum.input + sum.output, requests: sum.requests }[measure]
}

type Grouping = "day" | "model" | "owner"

const NAMES: Readonly<Record<Grouping, (row: UsageRow) => string>> = {
  day: ({ day }) => day,
  model: ({ model }) => model,
  owner: ({ owner }) => owner ?? "",
}

/** Largest first. */
export function sumsBy(rows: readonly UsageRow[], grouping: "model" | "owner", measure: Measure): readonly Sum[] {
  return sums(rows, grouping).sort(
    (a, b) => amountOf(b, measure) - amountOf(a, measure) || a.name.localeCompare(b.name),
  )
}

/** Each of the days, also those without usage, oldest first. */
export function sumsByDay(rows: readonly UsageRow[], days: readonly string[]): readonly Sum[] {
  const known = new Map(sums(rows, "day").map((sum) => [sum.name, sum]))
  return days.map((day) => known.get(day) ?? sumOf(day, []))
}

export function total(rows: readonly UsageRow[]): Sum {
  return sumOf("", rows)
}

function sums(rows: readonly UsageRow[], grouping: Grouping): Sum[] {
  return [...Map.groupBy(rows, NAMES[grouping])].map(([name, those]) => sumOf(name, those))
}

function sumOf(name: string, rows: readonly UsageRow[]): Sum {
  const add = (of: (row: UsageRow) => number) => rows.reduce((sum, row) => sum + of(row), 0)
  return {
    name,
    cost: add(({ usage }) => usage.costUsd ?? 0),
    input: add(({ usage }) => usage.inputTokens),
    output: add(({ usage }) => usage.outputTokens),
    requests: add(({ requests }) => requests),
    toolCalls: add(({ toolCalls }) => toolCalls),
    unpriced: add(({ unpriced }) => unpriced),
  }
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The last days, today included, oldest first: "2026-11-16". The server counts by days of UTC. */
export function lastDays(count: number, now: number): readonly string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(now - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}

/** A round number at or above the value, for the top of a scale. */
export function niceTop(value: number): number {
  if (value <= 0) return 1
  const unit = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 2.5, 5, 10].find((step) => step * unit >= value) ?? 10) * unit
}
