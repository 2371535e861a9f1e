// Finding sessions: by name, and by words.
import { archiveOf } from "@pawl/agent/sessions"
import { z } from "zod"
import { route } from "../http/route.ts"
import { count } from "../schemas/common.ts"
import { recordOf, SessionRecord } from "../schemas/session.ts"
import { ownerFor } from "./owner-for.ts"

const MOST_FOUND = 20

const find = route("sessions.find", {
  summary: "Your sessions with this name: by id, else by exact title, else by the beginning of the id.",
  query: z.object({ name: z.string().min(1).max(300) }),
  answer: z.object({ sessions: z.array(SessionRecord) }),
  async handle({ query: { name }, principal, services: { workspaces, store } }) {
    const rows = (await store.sessions.find(name)).filter((row) => workspaces.maySee(principal, row))
    return { sessions: rows.slice(0, MOST_FOUND).map((row) => recordOf(row, workspaces)) }
  },
})

const Hit = z
  .object({
    id: z.string(),
    title: z.string().nullable(),
    preview: z.string().describe("How the session began."),
    updatedAt: z.number(),
    seq: z.number().describe("The fact that contains the words; 0 for the title."),
    excerpt: z.string(),
  })
  .meta({ id: "SessionHit" })

/** The index knows no owners: so many of the newest hits are looked at. */
const MOST_LOOKED_AT = 1000

const search = route("sessions.search", {
  summary: "Your sessions whose title or messages contain all of these words; newest first.",
  query: z.object({
    text: z.string().min(1).max(500),
    limit: count(1, 200).default(50),
    owner: z.string().max(200).optional().describe('Whose sessions: for admins; "*" for all.'),
  }),
  answer: z.object({ hits: z.array(Hit) }),
  async handle({ query: { text, limit, owner: wanted }, principal, services: { workspaces, store } }) {
    const { owner } = ownerFor(principal, wanted)
    const all = await archiveOf(store).search(text, { limit: principal.isLocal === true ? limit : MOST_LOOKED_AT })
    const hits: z.input<typeof Hit>[] = []
    for (const hit of all) {
      if (hits.length === limit) break
      const row = await store.sessions.get(hit.id)
      if (row === undefined || (owner !== undefined && row.owner !== owner)) continue
      if (workspaces.maySee(principal, row)) hits.push({ ...hit, preview: recordOf(row, workspaces).preview })
    }
    return { hits }
  },
})

export const findRoutes = [find, search]
