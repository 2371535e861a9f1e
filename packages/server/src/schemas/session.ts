// A session as lists show it.
import type { SessionRow } from "@pawl/agent"
import { z } from "zod"
import type { Workspaces } from "../workspaces.ts"

export const Usage = z
  .object({
    inputTokens: z.number(),
    outputTokens: z.number(),
    cacheReadTokens: z.number().optional(),
    cacheWriteTokens: z.number().optional(),
    reasoningTokens: z.number().optional(),
    costUsd: z.number().optional(),
  })
  .loose()
  .meta({ id: "Usage" })

export const StatusName = z.enum(["idle", "processing", "tool_loop", "waiting", "failed"])

export const OpenRequest = z
  .object({
    call: z.string(),
    kind: z.enum(["approval", "question"]),
    question: z.number().optional(),
    isAgain: z.boolean().optional(),
  })
  .loose()
  .meta({ id: "OpenRequest" })

export const SessionRecord = z
  .object({
    id: z.string(),
    title: z.string().nullable(),
    status: StatusName,
    owner: z.string().nullable(),
    profile: z.string(),
    workspace: z.string().nullable().describe("The name of its workspace; null if this server does not serve it."),
    parent: z.string().nullable(),
    seq: z.number(),
    turns: z.number(),
    messages: z.number(),
    usage: Usage,
    preview: z.string(),
    error: z.string().nullable(),
    openRequests: z.array(OpenRequest),
    pinned: z.boolean(),
    archived: z.boolean(),
    tags: z.array(z.string()),
    createdAt: z.number(),
    updatedAt: z.number(),
  })
  .meta({ id: "Session" })

export function recordOf(row: SessionRow, workspaces: Workspaces): z.input<typeof SessionRecord> {
  const { metadata, archivedAt: _at, dueAt: _due, usage, openRequests, ...rest } = row
  return {
    ...rest,
    usage: { ...usage },
    openRequests: openRequests.map((each) => ({ ...each })),
    workspace: workspaces.nameOf(row),
    pinned: metadata.pinned,
    archived: metadata.archived,
    tags: [...(metadata.tags ?? [])],
  }
}
