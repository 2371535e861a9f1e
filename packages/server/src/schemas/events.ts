// Every event of a session as it comes over the wire. A type test keeps these equal to the library's own types.
import { z } from "zod"
import { AnyJson, AnyObject } from "./common.ts"
import {
  ApprovalMode,
  Budget,
  ChildRequest,
  Cut,
  FAILED_CALL,
  Part,
  Restored,
  Risk,
  TurnError,
  TurnOutcome,
  Usage,
} from "./content.ts"
import { Effect } from "./reports.ts"

export const ModelError = z
  .object({
    class: z.enum([
      "rate-limit",
      "overloaded",
      "server-error",
      "network",
      "timeout",
      "auth",
      "config",
      "context-overflow",
      "invalid-request",
      "unexplained",
      "output",
      "aborted",
      "interrupted",
      "crashed",
      "internal",
    ]),
    code: z.string(),
    message: z.string(),
  })
  .meta({ id: "ModelError" })

const PlanStep = z
  .object({ what: z.string(), needs: z.array(z.number()), tool: z.string().optional() })
  .meta({ id: "PlanStep" })

/** What all events have. */
const COMMON = {
  position: z.string().describe("A reader that has seen this event goes on behind it by this."),
  trace: z.string().optional().describe("The trace of the turn. Absent between turns."),
}

const event = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), ...shape, ...COMMON })

const CALL = { call: z.string() }
const NAMED = { call: z.string(), name: z.string() }
const INPUT = { turn: z.number(), input: z.array(Part), command: z.string(), approval: ApprovalMode.optional() }
const ENDED = { content: z.array(Part), cut: Cut.optional(), ms: z.number() }

const TURN = [
  z.object({ type: z.literal("turn-start"), ...INPUT, ...COMMON, trace: z.string() }),
  event("input-added", INPUT),
  event("input-withdrawn", { command: z.string(), by: z.string().optional() }),
  event("loop-start", { turn: z.number() }),
  event("loop-end", { turn: z.number() }),
  event("cancelled", { turn: z.number() }),
  event("error", { code: z.string(), message: z.string(), recoverable: z.literal(true).optional() }),
  event("turn-end", {
    turn: z.number(),
    outcome: TurnOutcome,
    text: z.string(),
    error: TurnError.optional(),
    suggestions: z.array(z.string()).optional(),
    output: AnyJson.optional(),
    usage: Usage,
  }),
] as const

const PLAN = [
  event("plan-made", { steps: z.array(PlanStep) }),
  event("step-start", { step: z.number(), what: z.string() }),
  event("step-end", { step: z.number(), outcome: z.enum(["ok", "failed"]), result: z.string() }),
  event("plan-failed", { why: z.string() }),
] as const

const MODEL = [
  event("iteration-start", {
    iteration: z.number(),
    attempt: z.string(),
    model: z.string(),
    phase: z.enum(["plan", "route", "synthesis"]).optional(),
  }),
  z.object({
    type: z.enum(["text-start", "text-end", "thinking-start", "thinking-end"]),
    attempt: z.string(),
    ...COMMON,
  }),
  event("text-delta", { attempt: z.string(), text: z.string() }),
  event("thinking-delta", { attempt: z.string(), text: z.string() }),
  event("answer-end", { attempt: z.string(), text: z.string(), usage: Usage.optional() }),
  event("answer-discarded", { attempt: z.string(), why: z.enum(["crashed", "failed", "nudged"]) }),
  event("model-error", { attempt: z.string(), error: ModelError, retryAt: z.number().optional() }),
  event("no-tool-call", { attempt: z.string(), why: z.string() }),
  event("nudge", { reason: z.string(), text: z.string() }),
  event("rate-wait", { model: z.string(), until: z.number() }),
  event("retry-wait", { until: z.number() }),
  event("context-budget", { attempt: z.string(), budget: Budget }),
] as const

const HISTORY = [
  event("compaction-start", {}),
  event("compaction-done", {
    strategy: z.string(),
    why: z.enum(["asked", "threshold", "overflow"]).optional(),
    tokens: z.object({ before: z.number(), after: z.number() }).optional(),
    lost: z.array(z.string()),
  }),
  event("compaction-failed", { error: ModelError }),
  event("files-restored", {
    command: z.string(),
    report: z.record(z.string(), Restored),
    why: z.record(z.string(), z.string()),
    undoes: z.array(z.string()),
    refused: z.string().optional(),
  }),
  event("conversation-rewound", {
    command: z.string(),
    to: z.number(),
    turn: z.number().optional(),
    stays: z.array(Effect),
  }),
  event("usage-limit", {
    level: z.enum(["near", "reached"]),
    scope: z.enum(["turn", "session", "owner"]),
    limit: z.enum(["costUsd", "tokens", "ms", "toolCalls"]),
    used: z.number(),
    max: z.number(),
  }),
] as const

const ASKED = { expiresAt: z.number().optional(), from: ChildRequest.optional() }

const PEOPLE = [
  event("approval-requested", {
    ...NAMED,
    arguments: AnyObject,
    preview: z.string(),
    risk: Risk,
    rationale: z.string().optional(),
    repairs: z.array(z.string()).optional(),
    contents: z.array(z.string()).optional(),
    question: z.number().optional(),
    ...ASKED,
  }),
  event("approval-settled", { ...CALL, decision: z.enum(["approved", "denied"]) }),
  event("question-asked", {
    ...CALL,
    question: z.string(),
    suggestions: z.array(z.string()),
    otherwise: z.string().optional(),
    ...ASKED,
  }),
  event("question-answered", { ...CALL, answer: z.string() }),
  event("question-withdrawn", { ...CALL, why: z.enum(["timeout", "not-needed"]) }),
] as const

const TOOLS = [
  event("tool-call", {
    ...NAMED,
    arguments: AnyObject,
    child: z.string().optional(),
    ends: z.literal(true).optional(),
  }),
  event("tool-output", { ...CALL, offset: z.number(), text: z.string() }),
  event("tool-result", { ...NAMED, value: AnyJson.optional(), ...ENDED }),
  event("tool-error", { ...NAMED, outcome: z.enum(FAILED_CALL), code: z.string().optional(), ...ENDED }),
] as const

export const EventSchema = z
  .discriminatedUnion("type", [...TURN, ...PLAN, ...MODEL, ...HISTORY, ...PEOPLE, ...TOOLS])
  .meta({ id: "Event" })
