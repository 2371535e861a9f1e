// Formats a log record as one line: what happened, how long it took, and the outcome.
import type { Usage } from "@pawl/agent"
import type { LogRecord, ModelCall, ToolCall, TurnEnd } from "@pawl/agent/observe"
import { named, short } from "../terminal/plain.ts"

/** Without colours: the caller adds them where they fit. */
export function recordText(record: LogRecord): string {
  switch (record.kind) {
    case "turn-start":
      return "turn"
    case "model-call":
      return modelText(record)
    case "tool-call":
      return toolText(record)
    case "decision":
      return [record.what, record.why, record.tool, record.by === undefined ? "" : `by ${record.by}`]
        .map((word) => named(word ?? ""))
        .filter((word) => word !== "")
        .join(" ")
    case "trim":
      return `trim ${named(record.strategy)}${sizes(record.before, record.after)}${record.lost > 0 ? `, ${record.lost} lost` : ""}`
    case "error":
      return `error ${named(record.code)}: ${short(record.message)}`
    case "turn-end":
      return turnText(record)
  }
}

function modelText(record: ModelCall): string {
  const { model, attempt, purpose, phase, outcome, error, calls, problems, usage, verdict, ms } = record
  const what = purpose ?? phase
  const about = what === undefined ? "" : ` (${what})`
  const end = outcome === "ok" ? "ok" : `failed: ${named(error?.code ?? "")}`
  const tokens = usage === undefined ? "" : `, ${count(usage.inputTokens)} + ${count(usage.outputTokens)} tokens`
  const asked = calls === 0 ? "" : `, ${many(calls, "call")}`
  const unread = problems.length === 0 ? "" : `, ${problems.map(named).join(", ")}`
  const says = verdict === undefined ? "" : `, ${verdict === "none" ? "no verdict" : verdict}`
  const cost = costText(usage)
  return `model ${named(model)} ${attempt}${about}: ${end}${says}${asked}${unread}, ${duration(ms)}${tokens}${cost}`
}

function toolText(record: ToolCall): string {
  const { tool, asked, arguments: given, outcome, code, repairs, again, ms, startedAt } = record
  const name = asked === undefined ? named(tool) : `${named(tool)} (asked for as ${named(asked)})`
  const why = code === undefined || code === outcome ? "" : ` (${named(code)})`
  const more = [
    ...(startedAt === undefined ? ["not run"] : [duration(ms)]),
    ...(again === undefined ? [] : [`run again: ${again}`]),
    ...(repairs.length === 0 ? [] : [`repaired: ${short(repairs.join("; "), 80)}`]),
  ]
  return `tool ${name}${given === undefined ? "" : ` ${short(given, 80)}`}: ${outcome}${why}, ${more.join(", ")}`
}

/** The summary of a turn. */
export function turnText(record: TurnEnd): string {
  const { outcome, code, ms, steps, modelCalls, toolRuns, failures, usage } = record
  const why = code === undefined ? "" : ` (${named(code)})`
  return `${outcome}${why} in ${duration(ms)}: ${many(steps, "step")}, ${many(modelCalls, "model call")}, ${many(toolRuns, "tool run")}, ${many(failures, "failure")}, ${count(usage.inputTokens)} + ${count(usage.outputTokens)} tokens${costText(usage)}`
}

/** Nothing when the cost is unknown: that is not 0. */
export function costText(usage: Usage | undefined): string {
  if (usage?.costUsd === undefined) return ""
  return `, ${usage.estimated === true ? "about " : ""}${usage.costUsd.toFixed(4)} USD`
}

function sizes(before: number | undefined, after: number | undefined): string {
  return before === undefined || after === undefined ? "" : `, ${count(before)} -> ${count(after)} tokens`
}

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  const minutes = Math.floor(ms / 60_000)
  return `${minutes} min ${Math.round((ms % 60_000) / 1000)} s`
}

export function count(number: number): string {
  return number.toLocaleString("en")
}

export function many(number: number, what: string): string {
  return `${count(number)} ${what}${number === 1 ? "" : "s"}`
}
