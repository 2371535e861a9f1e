// A transcript as it comes over the wire: every turn with its messages, and a card for each tool call.
import { z } from "zod"
import { AnyJson, AnyObject } from "./common.ts"
import {
  ApprovalMode,
  BlobPart,
  ChildRequest,
  FAILED_CALL,
  Part,
  Risk,
  TextPart,
  TurnError,
  TurnOutcome,
  Usage,
} from "./content.ts"

const ThinkingPart = z.object({ type: z.literal("thinking"), text: z.string() }).meta({ id: "ThinkingPart" })

const CardApproval = z
  .object({
    preview: z.string(),
    risk: Risk,
    since: z.number(),
    decision: z.enum(["approved", "denied"]).optional(),
    by: z.string().optional(),
    reason: z.string().optional(),
    from: ChildRequest.optional(),
  })
  .meta({ id: "CardApproval" })

const CardQuestion = z
  .object({
    text: z.string(),
    suggestions: z.array(z.string()),
    since: z.number(),
    answer: z.string().optional(),
  })
  .meta({ id: "CardQuestion" })

const ToolCard = z
  .object({
    type: z.literal("tool"),
    call: z.string(),
    name: z.string(),
    arguments: AnyObject,
    state: z.enum(["asked", "waiting", "running", "ok", ...FAILED_CALL]),
    result: z.array(Part).optional(),
    value: AnyJson.optional(),
    full: BlobPart.optional(),
    code: z.string().optional(),
    ms: z.number().optional(),
    approval: CardApproval.optional(),
    question: CardQuestion.optional(),
    child: z.string().optional(),
  })
  .meta({ id: "ToolCard" })

const SAID = { seq: z.number(), at: z.number() }

const TranscriptInput = z
  .object({
    role: z.literal("user"),
    ...SAID,
    parts: z.array(Part),
    by: z.string().optional(),
    approval: ApprovalMode.optional(),
  })
  .meta({ id: "TranscriptInput" })

const TranscriptAnswer = z
  .object({
    role: z.literal("assistant"),
    ...SAID,
    parts: z.array(z.discriminatedUnion("type", [TextPart, ThinkingPart, ToolCard])),
    ended: z.enum(["abandoned", "cancelled"]).optional(),
  })
  .meta({ id: "TranscriptAnswer" })

export const TranscriptTurn = z
  .object({
    turn: z.number(),
    trace: z.string(),
    startedAt: z.number(),
    endedAt: z.number().optional(),
    outcome: TurnOutcome.optional(),
    error: TurnError.optional(),
    usage: Usage.optional(),
    suggestions: z.array(z.string()).optional(),
    rewound: z.literal(true).optional(),
    messages: z.array(z.discriminatedUnion("role", [TranscriptInput, TranscriptAnswer])),
  })
  .meta({ id: "TranscriptTurn" })
