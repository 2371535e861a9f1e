// Formats statistics as tables for the screen, and as JSON for programs.
import { type ModelStats, percentile, type Spread, type Stats, type ToolStats } from "@pawl/agent/observe"
import { named, short } from "../terminal/plain.ts"
import { bold } from "../terminal/style.ts"
import { costText, count, duration, many } from "./record-text.ts"

export function statsText(stats: Stats, sessions: number): string {
  const { completed, failed, cancelled } = stats.turns
  const turns = completed + failed + cancelled
  if (turns === 0 && Object.keys(stats.models).length === 0) return "No turns in that time.\n"
  const { inputTokens, outputTokens, cacheReadTokens = 0 } = stats.usage
  const cached = cacheReadTokens === 0 ? "" : `, ${count(cacheReadTokens)} of them from a cache`
  return [
    `${many(sessions, "session")}, ${many(turns, "turn")}: ${completed} completed, ${failed} failed, ${cancelled} cancelled${latency(stats.turnMs)}\n`,
    `${count(inputTokens)} tokens in${cached}, ${count(outputTokens)} out${costText(stats.usage)}\n`,
    contextLine(stats),
    modelTable(stats.models),
    toolTable(stats.tools),
    "\n",
    countsLine("Decisions", stats.decisions),
    stats.trims === 0 ? "" : `Histories condensed: ${stats.trims}\n`,
    countsLine("Failed turns", stats.errors),
  ].join("")
}

function latency(spread: Spread): string {
  return spread.count === 0
    ? ""
    : `; half within ${duration(percentile(spread, 0.5))}, 95 % within ${duration(percentile(spread, 0.95))}`
}

function contextLine({ context }: Stats): string {
  const [first] = context
  const last = context.at(-1)
  if (first === undefined || last === undefined) return ""
  const most = Math.max(...context.map(({ tokens }) => tokens))
  return `Requests: ${count(first.tokens)} tokens at first, ${count(most)} at most, ${count(last.tokens)} at last, of ${count(last.window)}\n`
}

function modelTable(models: Stats["models"]): string {
  const rows = byCalls(models).map(([name, model]: readonly [string, ModelStats]) => [
    short(name, 40),
    count(model.calls),
    share(model.ok, model.calls),
    share(model.retries, model.calls),
    ...times(model.ms),
    `${count(model.usage.inputTokens)} + ${count(model.usage.outputTokens)}`,
    countsText(model.errors),
  ])
  return table(["MODEL", "CALLS", "OK", "RETRIES", "P50", "P95", "TOKENS", "FAILED"], rows)
}

function toolTable(tools: Stats["tools"]): string {
  const rows = byCalls(tools).map(([name, tool]: readonly [string, ToolStats]) => {
    const { ok: _succeeded, ...others } = tool.outcomes
    const more = {
      ...others,
      ...(tool.again > 0 && { "run again": tool.again }),
      ...(tool.repaired > 0 && { repaired: tool.repaired }),
    }
    const { calls, ok, retries } = tool
    return [short(name, 40), count(calls), share(ok, calls), share(retries, calls), ...times(tool.ms), countsText(more)]
  })
  return table(["TOOL", "CALLS", "OK", "RETRIES", "P50", "P95", "BESIDES"], rows)
}

function byCalls<Value extends { readonly calls: number }>(
  values: Readonly<Record<string, Value>>,
): readonly (readonly [string, Value])[] {
  return Object.entries(values).toSorted(([, a], [, b]) => b.calls - a.calls)
}

function times(ms: Spread): readonly string[] {
  return ms.count === 0 ? ["-", "-"] : [duration(percentile(ms, 0.5)), duration(percentile(ms, 0.95))]
}

function share(part: number, whole: number): string {
  return `${Math.round((part / whole) * 100)} %`
}

function countsText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, number]) => `${named(name)} ${number}`)
    .join(", ")
}

function countsLine(title: string, counts: Readonly<Record<string, number>>): string {
  return Object.keys(counts).length === 0 ? "" : `${title}: ${countsText(counts)}\n`
}

/** Aligns the first and the last column to the left, numbers to the right. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ""
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const last = heads.length - 1
  const cell = (text: string, at: number) =>
    at === 0 ? text.padEnd(widths[0] ?? 0) : at === last ? text : text.padStart(widths[at] ?? 0)
  const line = (cells: readonly string[]) => cells.map(cell).join("  ").trimEnd()
  return `\n${bold(line(heads))}\n${rows.map((row) => `${line(row)}\n`).join("")}`
}

/** With percentiles in place of the raw spreads. */
export function statsJson(stats: Stats, sessions: number): object {
  const { turnMs, models, tools, ...rest } = stats
  return {
    sessions,
    ...rest,
    turnMs: spreadJson(turnMs),
    models: mapped(models, ({ ms, ...model }) => ({ ...model, ms: spreadJson(ms) })),
    tools: mapped(tools, ({ ms, ...tool }) => ({ ...tool, ms: spreadJson(ms) })),
  }
}

function mapped<From, To>(values: Readonly<Record<string, From>>, to: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value)]))
}

function spreadJson(spread: Spread): object {
  const round = (value: number) => Math.round(value * 10) / 10
  const { count: number, total, most } = spread
  const mean = number === 0 ? 0 : round(total / number)
  return { count: number, mean, p50: round(percentile(spread, 0.5)), p95: round(percentile(spread, 0.95)), max: most }
}
