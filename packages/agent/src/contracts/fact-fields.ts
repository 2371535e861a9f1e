// The fields of every fact by its type, and what each must be. The compiler keeps the table complete.
import type { FactType } from "./fact.ts"

export type Kind =
  | "string"
  | "number"
  | "boolean"
  | "object"
  | "error"
  | "words"
  | "list"
  | "strings"
  | "parts"
  | "calls"

const CALL = { call: "string" } as const
const SAID = { turn: "number", command: "string" } as const

/** What is always there. */
export const SHAPES: Readonly<Record<FactType, Readonly<Record<string, Kind>>>> = {
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
  "model-failed": { attempt: "string", error: "error", ms: "number" },
  nudged: { reason: "string", evidence: "string", text: "string", ephemeral: "boolean" },
  "approval-requested": { ...CALL, name: "string", arguments: "object", preview: "string", risk: "string" },
  "approval-settled": { ...CALL, decision: "string", command: "string" },
  "question-asked": { ...CALL, question: "string", suggestions: "strings" },
  "question-answered": { ...CALL, answer: "string", command: "string" },
  "question-withdrawn": { ...CALL, why: "string" },
  "tool-started": {
    ...CALL,
    asked: "string",
    name: "string",
    arguments: "object",
    repairs: "strings",
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
  "catalogue-changed": { added: "strings", removed: "strings", why: "string" },
}

/** What is not always there, and would lead astray: what readers print, where files are, and which. */
export const MAY_HAVE: Readonly<Partial<Record<FactType, Readonly<Record<string, Kind>>>>> = {
  "session-opened": { owner: "string", workspace: "string", instructions: "string", grants: "list", parent: "object" },
  "turn-started": { workspace: "string", checks: "strings", takesUp: "strings" },
  "model-asked": { why: "string", offers: "strings", budget: "object" },
  "model-answered": { usage: "object", written: "object" },
  "model-failed": { text: "string", retryAt: "number" },
  nudged: { attempt: "string", withholds: "object", ends: "words" },
  "approval-requested": {
    rationale: "string",
    repairs: "strings",
    expiresAt: "number",
    from: "object",
    base: "object",
  },
  "approval-settled": { arguments: "object", touches: "strings", reason: "string", grant: "object" },
  "question-asked": { otherwise: "string", expiresAt: "number", from: "object" },
  "tool-started": { again: "string", granted: "object", child: "string" },
  "tool-finished": {
    code: "string",
    full: "object",
    cut: "object",
    ends: "words",
    left: "object",
    loads: "strings",
    category: "string",
    usage: "object",
    tasks: "list",
    notes: "list",
  },
  "turn-finished": { error: "error", suggestions: "strings", attempt: "string", budget: "object" },
  "compaction-asked": { focus: "string" },
  "checkpoint-made": { root: "string", modes: "object", skipped: "object", seen: "object", folders: "strings" },
}
