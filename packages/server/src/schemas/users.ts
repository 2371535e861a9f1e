// Users, tokens and groups, as admins see them.
import { z } from "zod"

const names = z.array(z.string().min(1).max(200)).max(500)
const amount = z.number().min(0)

export const RoleName = z.enum(["viewer", "user", "admin"])

export const Limits = z
  .object({
    costUsd: amount.describe("US dollars a day."),
    tokens: amount.describe("Tokens a day."),
    ms: amount.describe("Milliseconds of requests and calls a day."),
    toolCalls: amount.describe("Calls a day."),
    sessions: amount.describe("Sessions outside the archive: one more archives the oldest."),
    activeSessions: amount.describe("Sessions with a turn under way, or waiting to begin: one more is refused."),
    runningSessions: amount.describe("Sessions that run at once, on all machines: one more waits."),
  })
  .partial()
  .meta({ id: "OwnerLimits" })

export const GroupBody = z
  .object({
    workspaces: names.describe('By name, or by the beginning of a name: "team-*". Without a list: all.'),
    profiles: names,
    models: names,
    tools: names,
    limits: Limits,
  })
  .partial()
  .meta({ id: "GroupRights" })

export const GroupRecord = GroupBody.extend({ name: z.string() }).meta({ id: "Group" })

export const TokenRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: z.number(),
    expiresAt: z.number().nullable(),
    lastUsedAt: z.number().nullable().describe("To the minute."),
  })
  .meta({ id: "Token" })

export const MadeToken = z
  .object({
    token: z.string().describe("Shown once. The server keeps only its hash."),
    id: z.string(),
    expiresAt: z.number().nullable(),
  })
  .meta({ id: "NewToken" })

export const UserRecord = z
  .object({
    name: z.string(),
    role: RoleName,
    groups: z.array(z.string()),
    createdAt: z.number(),
    disabled: z.boolean(),
    fromLogin: z
      .boolean()
      .describe("The login provider vouches for the user, and says what role and groups no admin set."),
    limits: Limits.optional(),
  })
  .meta({ id: "User" })

const rights = { role: RoleName, groups: names, limits: Limits }

export const NewUserBody = z.object({
  name: z.string().min(1).max(200),
  ...z.object(rights).partial().shape,
  adopts: z.boolean().optional().describe("Takes over the sessions that an earlier user of this name left."),
})

export const UserChangeBody = z
  .object({ ...rights, disabled: z.boolean(), limits: Limits.nullable().describe("Null: those of the groups.") })
  .partial()

export const TokenBody = z.object({
  name: z.string().max(200).optional().describe("What it is for."),
  expiresAt: z.number().int().min(0).optional().describe("In milliseconds since 1970; never unless given."),
})
