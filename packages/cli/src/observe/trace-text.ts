// Formats a trace as a tree: the turn, its model calls and decisions, and below each model call its tool calls.
import type { LogRecord, TurnEnd } from "@pawl/agent/observe"
import { named } from "../terminal/plain.ts"
import { bold, dim, red, yellow } from "../terminal/style.ts"
import { duration, recordText, turnText } from "./record-text.ts"
import type { Traced, TracedTurn } from "./trace.ts"

export function traceText({ session, title, turns }: Traced): string {
  const head = bold(`Session ${session}${title === null ? "" : ` "${named(title)}"`}`)
  return `${head}\n${turns.length === 0 ? "It is empty.\n" : ""}${turns.map(turnTree).join("")}`
}

function turnTree({ turn, trace, traceId, records }: TracedTurn): string {
  const start = Math.min(...records.map(startOf))
  const end = records.find((record): record is LogRecord & TurnEnd => record.kind === "turn-end")
  const name = turn === undefined ? "between turns" : `turn ${turn}`
  const how = end === undefined ? (turn === undefined ? "" : yellow("not finished")) : turnText(end)
  const ids = trace === undefined ? "" : dim(`  trace ${trace}, OpenTelemetry ${traceId}\n`)
  const inside = records.filter(({ kind }) => kind !== "turn-start" && kind !== "turn-end")
  const lines = inside.toSorted((a, b) => startOf(a) - startOf(b) || a.seq - b.seq)
  return `\n${bold(name)} ${dim(new Date(start).toISOString())} ${how}\n${ids}${lines.map((record) => lineOf(record, start)).join("")}`
}

function startOf(record: LogRecord): number {
  return "startedAt" in record ? (record.startedAt ?? record.at) : record.at
}

function lineOf(record: LogRecord, start: number): string {
  const after = dim(`+${duration(startOf(record) - start)}`.padStart(10))
  const isBelow = record.kind === "tool-call" || (record.kind === "decision" && record.call !== undefined)
  return `${after}  ${isBelow ? "  " : ""}${paint(record)(recordText(record))}\n`
}

function paint(record: LogRecord): (text: string) => string {
  if (record.kind === "error") return red
  const isBad = (record.kind === "model-call" || record.kind === "tool-call") && record.outcome !== "ok"
  if (isBad) return yellow
  return record.kind === "decision" || record.kind === "trim" ? dim : (text) => text
}
