// Reports of the library as they come over the wire: context, changes of files, what an undo did, tasks, notes, usage.
import { z } from "zod"
import { AnyJson, AnyObject } from "./common.ts"
import { Budget, FAILED_CALL, Part, Restored, Usage } from "./content.ts"

export const Effect = z
  .object({
    call: z.string(),
    name: z.string(),
    arguments: AnyObject,
    outcome: z.enum(["ok", ...FAILED_CALL, "open"]),
  })
  .meta({ id: "CallEffect" })

const FileReport = z
  .object({ path: z.string(), outcome: Restored, why: z.string().optional(), isLost: z.boolean().optional() })
  .meta({ id: "FileReport" })

export const UndoReport = z
  .object({
    files: z.array(FileReport),
    notUndone: z.array(Effect),
    changes: z.array(z.string()),
    rewoundTo: z.number().optional(),
    id: z.string(),
  })
  .meta({ id: "UndoReport" })

const FileChange = z
  .object({
    before: z.string().nullable(),
    after: z.string().nullable().optional(),
    mode: z.number().optional(),
    undone: z.string().optional(),
  })
  .meta({ id: "FileChange" })

export const Change = z
  .object({
    id: z.string(),
    kind: z.enum(["call", "restore"]),
    tool: z.string(),
    turn: z.number(),
    seq: z.number(),
    at: z.number(),
    root: z.string(),
    files: z.record(z.string(), FileChange),
    skipped: z.record(z.string(), z.string()),
    folders: z.array(z.string()),
  })
  .meta({ id: "Change" })

export const Checkpoint = z
  .object({
    turn: z.number(),
    at: z.number(),
    to: z.number(),
    said: z.string(),
    files: z.array(z.string()),
    rewound: z.boolean(),
  })
  .meta({ id: "Checkpoint" })

export const Task = z
  .object({
    id: z.number(),
    title: z.string(),
    status: z.enum(["open", "in_progress", "done", "dropped"]),
    after: z.array(z.number()).optional(),
  })
  .meta({ id: "Task" })

export const Note = z
  .object({ id: z.number(), text: z.string(), tags: z.array(z.string()), scratched: z.literal(true).optional() })
  .meta({ id: "Note" })

export const Tool = z
  .object({ name: z.string(), description: z.string(), inputSchema: AnyObject })
  .meta({ id: "ToolDefinition" })

const USER = {
  role: z.literal("user"),
  parts: z.array(Part),
  from: z.enum(["nudge", "note", "digest"]).optional(),
  whole: z.array(Part).optional(),
}

const UserMessage = z.object({ ...USER, joins: z.array(z.object(USER)).optional() }).meta({ id: "UserMessage" })

export const Reasoning = z
  .object({
    text: z.string(),
    signature: z.string().optional(),
    redacted: z.string().optional(),
    opaque: z.object({ format: z.string(), data: AnyJson }).optional(),
  })
  .meta({ id: "Reasoning" })

export const Call = z
  .object({
    id: z.string(),
    name: z.string(),
    arguments: AnyObject,
    unreadable: z.string().optional(),
    rationale: z.string().optional(),
    touches: z.array(z.string()).optional(),
  })
  .meta({ id: "Call" })

const AssistantMessage = z
  .object({
    role: z.literal("assistant"),
    text: z.string(),
    reasoning: z.array(Reasoning),
    calls: z.array(Call),
    abandoned: z.literal(true).optional(),
  })
  .meta({ id: "AssistantMessage" })

const ToolMessage = z
  .object({
    role: z.literal("tool"),
    call: z.string(),
    name: z.string(),
    parts: z.array(Part),
    failed: z.boolean(),
    outcome: z.enum(FAILED_CALL).optional(),
    decided: z
      .object({ approved: z.boolean().optional(), reason: z.string().optional(), answer: z.string().optional() })
      .optional(),
  })
  .meta({ id: "ToolMessage" })

export const Message = z
  .discriminatedUnion("role", [UserMessage, AssistantMessage, ToolMessage])
  .meta({ id: "Message" })

export const ContextReport = z
  .object({
    model: z.string(),
    budget: Budget,
    sections: z.array(
      z.object({ name: z.string(), text: z.string(), place: z.enum(["system", "turn"]), tokens: z.number() }),
    ),
    messages: z.array(z.object({ message: Message, tokens: z.number() })),
    tools: z.array(z.object({ tool: Tool, tokens: z.number() })),
    system: z.string(),
    estimate: z.object({ samples: z.number(), error: z.number() }),
  })
  .meta({ id: "ContextReport" })

export const UsageRow = z
  .object({
    owner: z.string().nullable(),
    day: z.string(),
    model: z.string(),
    requests: z.number(),
    unpriced: z.number(),
    usage: Usage,
    toolCalls: z.number(),
    ms: z.number(),
  })
  .meta({ id: "UsageRow" })
