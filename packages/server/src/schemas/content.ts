// Content of messages and results, and the small values that events, transcripts and reports share.
import { z } from "zod"

export const TextPart = z.object({ type: z.literal("text"), text: z.string() }).meta({ id: "TextPart" })

export const BlobPart = z
  .object({
    type: z.literal("blob"),
    hash: z.string().describe("Read the bytes with GET /v1/sessions/{session}/blobs/{hash}."),
    mime: z.string(),
    size: z.number(),
    name: z.string().optional(),
  })
  .meta({ id: "BlobPart" })

export const Part = z.discriminatedUnion("type", [TextPart, BlobPart]).meta({ id: "Part" })

export const Usage = z
  .object({
    inputTokens: z.number(),
    outputTokens: z.number(),
    cacheReadTokens: z.number().optional(),
    cacheWriteTokens: z.number().optional(),
    costUsd: z.number().optional(),
    estimated: z.literal(true).optional(),
  })
  .meta({ id: "Usage" })

export const TurnOutcome = z.enum(["completed", "cancelled", "failed"]).meta({ id: "TurnOutcome" })

export const TurnError = z.object({ code: z.string(), message: z.string() }).meta({ id: "TurnError" })

/** The outcomes of a call that did not end well. */
export const FAILED_CALL = ["error", "timeout", "denied", "unknown", "refused", "skipped"] as const

export const Risk = z.enum(["changes", "destructive", "unknown"]).meta({ id: "Risk" })

export const ApprovalMode = z.enum(["ask", "edits", "plan", "auto"]).meta({ id: "ApprovalMode" })

export const ChildRequest = z
  .object({ session: z.string(), call: z.string(), title: z.string().optional() })
  .meta({ id: "ChildRequest" })

export const Cut = z.object({ shown: z.number(), total: z.number() }).meta({ id: "Cut" })

export const Budget = z
  .object({
    window: z.number(),
    system: z.number(),
    tools: z.number(),
    toolsAll: z.number().optional(),
    history: z.number(),
    output: z.number(),
    safety: z.number(),
    remaining: z.number(),
  })
  .meta({ id: "Budget" })

export const Restored = z.enum(["restored", "removed", "skipped", "failed"]).meta({ id: "Restored" })
