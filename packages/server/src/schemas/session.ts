// A session as lists show it, and alone, with what it asks of people.
import type { SessionInfo, SessionRow } from "@pawl/agent"
import { z } from "zod"
import type { Workspaces } from "../workspaces.ts"
import { AnyObject } from "./common.ts"
import { ChildRequest, Risk, Usage } from "./content.ts"

export const StatusName = z.enum(["idle", "processing", "tool_loop", "waiting", "failed"]).meta({ id: "SessionStatus" })

export const OpenRequest = z
  .object({
    call: z.string(),
    kind: z.enum(["approval", "question"]),
    question: z.number().optional(),
    isAgain: z.boolean().optional(),
  })
  .meta({ id: "OpenRequest" })

export const OpenRequestInfo = OpenRequest.extend({
  name: z.string(),
  arguments: AnyObject,
  preview: z.string(),
  since: z.number(),
  expiresAt: z.number().optional(),
  risk: Risk.optional(),
  suggestions: z.array(z.string()).optional(),
  from: ChildRequest.optional(),
}).meta({ id: "OpenRequestInfo" })

export const SessionRecord = z
  .object({
    id: z.string(),
    title: z
      .string()
      .nullable()
      .describe("The name to show: the title, else the first words; null before there are any."),
    isNamed: z.boolean().describe("A person gave the title."),
    status: StatusName,
    owner: z.string().nullable(),
    profile: z.string(),
    workspace: z.string().nullable().describe("The name of its workspace; null if this server does not serve it."),
    parent: z.string().nullable(),
    parentKind: z
      .enum(["fork", "import", "delegation"])
      .optional()
      .describe("How it comes from its parent. Only a delegation works for it: the parent asks in its place."),
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
    archivedAt: z.number().nullable(),
    dueAt: z.number().nullable(),
  })
  .meta({ id: "Session" })

export const SessionDetail = SessionRecord.extend({
  openRequests: z.array(OpenRequestInfo).describe("What it asks of people, with what they are shown."),
}).meta({ id: "SessionDetail" })

export function recordOf(row: SessionRow, workspaces: Workspaces): z.input<typeof SessionRecord> {
  const { metadata, usage, openRequests, ...rest } = row
  return {
    ...rest,
    usage: { ...usage },
    openRequests: openRequests.map((each) => ({ ...each })),
    workspace: workspaces.nameOf(row),
    isNamed: metadata.title !== null,
    pinned: metadata.pinned,
    archived: metadata.archived,
    tags: [...(metadata.tags ?? [])],
  }
}

export function detailOf(info: SessionInfo, workspaces: Workspaces): z.input<typeof SessionDetail> {
  // Plain data of the library, which the type test compares with the schema.
  const openRequests = info.openRequests as unknown as z.input<typeof OpenRequestInfo>[]
  return { ...recordOf(info, workspaces), openRequests }
}
