// Groups of users, and the audit of what admins did.
import { z } from "zod"
import { route } from "../http/route.ts"
import { AnyObject, count, DONE, Done } from "../schemas/common.ts"
import { GroupBody, GroupRecord } from "../schemas/users.ts"

const GroupParams = z.object({ group: z.string().min(1).max(200) })
/** Plain data, passed on as it is. */
const plain = (value: object) => value as z.input<typeof GroupRecord>

const list = route("groups.list", {
  summary: "All groups, by name.",
  answer: z.object({ groups: z.array(GroupRecord) }),
  handle: async ({ services: { users } }) => ({ groups: (await users.groups.list()).map(plain) }),
})

const put = route("groups.put", {
  summary: "Makes a group, or replaces what it allows.",
  params: GroupParams,
  body: GroupBody,
  answer: GroupRecord,
  async handle({ params: { group }, body, services: { users }, remark }) {
    remark({ group, ...body })
    return plain(await users.groups.put(group, body))
  },
})

const remove = route("groups.remove", {
  summary: "Removes a group. Members who are in no other one may use nothing then.",
  params: GroupParams,
  answer: Done,
  async handle({ params: { group }, services: { users }, remark }) {
    remark({ group })
    await users.groups.remove(group)
    return DONE
  },
})

const AuditRecord = z
  .object({
    at: z.number(),
    who: z.string(),
    what: z.string(),
    detail: AnyObject,
    outcome: z.enum(["done", "refused", "failed"]),
    code: z.string().optional(),
    trace: z.string().optional(),
  })
  .meta({ id: "AuditEntry" })

const audit = route("audit.list", {
  summary: "What admins did, newest first, a page at a time.",
  query: z.object({ limit: count(1, 500).default(100), cursor: z.string().max(100).optional() }),
  answer: z.object({ entries: z.array(AuditRecord), next: z.string().nullable() }),
  async handle({ query: { limit, cursor }, services }) {
    const page = await services.audit.list({ limit, ...(cursor !== undefined && { after: cursor }) })
    const entries = page.map(({ entry }) => entry as unknown as z.input<typeof AuditRecord>)
    return { entries, next: page.length < limit ? null : (page.at(-1)?.key ?? null) }
  },
})

export const groupRoutes = [list, put, remove, audit]
