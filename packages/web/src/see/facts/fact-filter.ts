// Finds facts by their type and by words anywhere in them.
import type { Fact } from "@pawl/client"

export interface FactFilter {
  /** Empty: all types. */
  readonly type: string
  readonly text: string
}

export function filtered(facts: readonly Fact[], { type, text }: FactFilter): readonly Fact[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
  return facts.filter((fact) => (type === "" || fact.type === type) && hasAll(fact, words))
}

function hasAll(fact: Fact, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const all = `#${JSON.stringify(fact).toLowerCase()}#${fact.seq}`
  return words.every((word) => all.includes(word))
}

export function typesIn(facts: readonly Fact[]): readonly string[] {
  return [...new Set(facts.map(({ type }) => type))].sort()
}

/** What a fact says in one line: the field that tells most, by type. */
const TELLING: { readonly [T in Fact["type"]]?: readonly string[] } = {
  "session-opened": ["profile"],
  "turn-started": ["input"],
  "input-added": ["input"],
  "model-asked": ["attempt", "model", "purpose"],
  "model-answered": ["attempt", "purpose", "text", "calls"],
  "model-failed": ["attempt", "error"],
  "request-held": ["model"],
  nudged: ["reason", "evidence"],
  "approval-requested": ["preview"],
  "approval-settled": ["decision", "by", "reason"],
  "question-asked": ["question"],
  "question-answered": ["answer"],
  "question-withdrawn": ["why"],
  "tool-started": ["name", "arguments"],
  "tool-finished": ["name", "outcome", "code", "content"],
  "history-compacted": ["strategy", "why"],
  "compaction-asked": ["focus"],
  "plan-step-finished": ["step", "outcome", "result"],
  "plan-failed": ["why"],
  "turn-finished": ["outcome", "error"],
  "checkpoint-made": ["checkpoint"],
  "catalogue-changed": ["why"],
}

const LINE_CHARS = 140

export function lineOf(fact: Fact): string {
  const words = (TELLING[fact.type] ?? []).map((name) => plain(fact[name])).filter((word) => word !== "")
  const line = words.join(" · ").replaceAll(/\s+/g, " ")
  return line.length > LINE_CHARS ? `${line.slice(0, LINE_CHARS - 1)}…` : line
}

/** The words in a value: of a part its text, of a call its name, of an error its message. */
function plain(value: unknown): string {
  if (value === undefined || value === null) return ""
  if (Array.isArray(value))
    return value
      .map(plain)
      .filter((word) => word !== "")
      .join(", ")
  if (typeof value !== "object") return String(value)
  const { text, name, message } = value as Readonly<Record<string, unknown>>
  const told = message ?? text ?? name
  return typeof told === "string" ? told : JSON.stringify(value)
}
