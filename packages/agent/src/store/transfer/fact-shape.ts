// What every fact must have, by its type: for facts that come from a file, which somebody may have edited.
import type { FactType } from "../../contracts/fact.ts"

type Kind = "string" | "number" | "boolean" | "object" | "list" | "strings" | "parts" | "calls"

const CALL = { call: "string" } as const
const SAID = { turn: "number", command: "string" } as const

/** The compiler keeps the table complete. */
const SHAPES: Readonly<Record<FactType, Readonly<Record<string, Kind>>>> = {
  "session-opened": { session: "string", profile: "string" },
  "turn-started": { ...SAID, trace: "string", input: "parts" },
  "input-added": { ...SAID, input: "parts" },
  "model-asked": {
    attempt: "string",
    turn: "number",
    iteration: "number",
    model: "string",
    seen: "number",
    sections: "object",
  },
  "model-answered": {
    attempt: "string",
    text: "string",
    reasoning: "list",
    calls: "calls",
    problems: "list",
    stop: "string",
    ms: "number",
  },
  "model-failed": { attempt: "string", error: "object", ms: "number" },
  nudged: { reason: "string", evidence: "string", text: "string", ephemeral: "boolean" },
  "approval-requested": { ...CALL, name: "string", arguments: "object", preview: "string", risk: "string" },
  "approval-settled": { ...CALL, decision: "string", command: "string" },
  "question-asked": { ...CALL, question: "string", suggestions: "list" },
  "question-answered": { ...CALL, answer: "string", command: "string" },
  "question-withdrawn": { ...CALL, why: "string" },
  "tool-started": {
    ...CALL,
    asked: "string",
    name: "string",
    arguments: "object",
    repairs: "list",
    effectKey: "string",
    effect: "string",
  },
  "tool-finished": { ...CALL, name: "string", outcome: "string", content: "parts", ms: "number" },
  "history-compacted": { strategy: "string", from: "number", to: "number", summary: "string", contract: "object" },
  "compaction-asked": { command: "string" },
  "plan-made": { steps: "list" },
  "plan-step-finished": { step: "number", outcome: "string", result: "string" },
  "plan-failed": { why: "string" },
  "turn-cancelled": SAID,
  "turn-finished": { turn: "number", outcome: "string", text: "string", usage: "object" },
  "checkpoint-made": { checkpoint: "string", files: "object" },
  "restore-asked": { turns: "number", stays: "list", command: "string" },
  "files-restored": { checkpoint: "string", report: "object", command: "string" },
  "conversation-rewound": { to: "number", command: "string" },
  "catalogue-changed": { added: "list", removed: "list", why: "string" },
}

/** What is wrong with it, in words; undefined when nothing is. Its type is one that is known. */
export function shapeProblem(fact: Readonly<Record<string, unknown>>, type: FactType): string | undefined {
  const shape: Readonly<Record<string, Kind>> = { seq: "number", at: "number", ...SHAPES[type] }
  for (const [field, kind] of Object.entries(shape)) {
    if (!isKind(fact[field], kind)) return `"${field}" of ${type} must be ${WORDS[kind]}`
  }
  for (const [field, kind] of Object.entries(MAY_HAVE[type] ?? {})) {
    if (fact[field] !== undefined && !isKind(fact[field], kind)) return `"${field}" of ${type} must be ${WORDS[kind]}`
  }
  return undefined
}

/** What is not always there, and would lead astray: where files are, and which. */
const MAY_HAVE: Readonly<Partial<Record<FactType, Readonly<Record<string, Kind>>>>> = {
  "session-opened": { workspace: "string", grants: "list" },
  "turn-started": { workspace: "string" },
  "checkpoint-made": { root: "string", modes: "object", skipped: "object", seen: "object", folders: "strings" },
}

const WORDS: Readonly<Record<Kind, string>> = {
  string: "a string",
  number: "a number",
  boolean: "true or false",
  object: "an object",
  list: "a list",
  strings: "a list of strings",
  parts: "a list of text and blob parts",
  calls: "a list of calls with id, name and arguments",
}

function isKind(value: unknown, kind: Kind): boolean {
  switch (kind) {
    case "object":
      return isObject(value)
    case "list":
      return Array.isArray(value)
    case "strings":
      return Array.isArray(value) && value.every((each) => typeof each === "string")
    case "parts":
      return Array.isArray(value) && value.every(isPart)
    case "calls":
      return Array.isArray(value) && value.every(isCall)
    case "number":
      return Number.isFinite(value)
    default:
      return typeof value === kind
  }
}

function isPart(value: unknown): boolean {
  if (!isObject(value)) return false
  if (value.type === "text") return typeof value.text === "string"
  return value.type === "blob" && typeof value.hash === "string" && typeof value.mime === "string"
}

function isCall(value: unknown): boolean {
  return isObject(value) && typeof value.id === "string" && typeof value.name === "string" && isObject(value.arguments)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
