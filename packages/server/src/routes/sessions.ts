// Sessions: list, open, name, pin, archive, copy and remove them.
import { z } from "zod"
import { covers } from "../access/allows.ts"
import type { Principal } from "../access/principal.ts"
import { HttpError } from "../http/envelope.ts"
import { route } from "../http/route.ts"
import { count, DONE, Done, flag, SessionParams } from "../schemas/common.ts"
import { recordOf, SessionRecord, StatusName } from "../schemas/session.ts"
import { sessionMissing } from "../workspaces.ts"
import { cursorAfter, readCursor } from "./cursor.ts"
import { ownerFor } from "./owner-for.ts"

const ListQuery = z.object({
  limit: count(1, 200).default(50),
  cursor: z.string().max(400).optional().describe("The `next` of the page before."),
  owner: z.string().max(200).optional().describe('Whose sessions: for admins; "*" for all.'),
  archived: flag.optional(),
  asking: flag.optional(),
  status: StatusName.optional(),
  tag: z.string().max(100).optional(),
  text: z.string().max(500).optional().describe("Only sessions with these words."),
})

const Page = z.object({ sessions: z.array(SessionRecord), next: z.string().nullable() }).meta({ id: "SessionPage" })

const list = route("sessions.list", {
  summary: "The sessions, newest first, a page at a time.",
  query: ListQuery,
  answer: Page,
  async handle({ query: { cursor, owner, limit, archived = false, ...filter }, principal, services }) {
    const { workspaces } = services
    const [first] = workspaces.of(principal)
    if (first === undefined) return { sessions: [], next: null }
    const after = cursor === undefined ? {} : { after: readCursor(cursor) }
    const rows = await first.agent.sessions.list({
      ...filter,
      archived,
      ...ownerFor(principal, owner),
      ...after,
      limit: limit + 1,
    })
    const page = rows.slice(0, limit)
    // A workspace may have been closed to its owner since.
    const shown = page.filter((row) => workspaces.maySee(principal, row))
    const last = page.at(-1)
    const next = rows.length > limit && last !== undefined ? cursorAfter(last) : null
    return { sessions: shown.map((row) => recordOf(row, workspaces)), next }
  },
})

const NewSession = z.object({
  id: z.string().min(1).max(200).optional(),
  title: z.string().min(1).max(200).optional(),
  tags: z.array(z.string().min(1).max(100)).max(50).optional(),
  workspace: z.string().max(200).optional(),
  instructions: z.string().max(100_000).optional(),
  profile: z.string().max(200).optional().describe("How the agent behaves in it; the workspace decides unless given."),
})

const create = route("sessions.create", {
  summary: "Opens a new session.",
  body: NewSession,
  answer: SessionRecord,
  status: 201,
  async handle({ body: { workspace: wanted, profile, ...options }, principal, services }) {
    const { agent, profiles } = services.workspaces.named(principal, wanted)
    const chosen = profileFor(profile, profiles, principal)
    const existing = options.id === undefined ? undefined : await services.store.sessions.get(options.id)
    // Before it is opened: that would continue its turn.
    if (existing !== undefined && !services.workspaces.maySee(principal, existing)) throw sessionMissing(existing.id)
    const owner = principal.isLocal === true ? {} : { owner: principal.user }
    const session = await agent.open({ ...options, ...chosen, ...owner })
    return recordOf(await services.workspaces.row(principal, session.id), services.workspaces)
  },
})

/** The profile that a person asks for, within what that person's groups allow. The first is the one of the workspace. */
function profileFor(
  wanted: string | undefined,
  known: readonly string[],
  { allows }: Principal,
): { readonly profile?: string } {
  const mine = known.filter((name) => allows.profiles === undefined || covers(allows.profiles, name))
  const chosen = wanted ?? (allows.profiles === undefined || mine[0] === known[0] ? undefined : mine[0])
  if (chosen !== undefined && mine.includes(chosen)) return { profile: chosen }
  if (wanted === undefined && mine.length > 0) return {}
  if (wanted !== undefined && !known.includes(wanted))
    throw new HttpError(400, "profile-missing", `There is no profile "${wanted}". You may use: ${mine.join(", ")}.`)
  throw new HttpError(403, "not-allowed", `You may not use this profile. You may use: ${mine.join(", ") || "none"}.`)
}

const get = route("sessions.get", {
  summary: "One session.",
  params: SessionParams,
  answer: SessionRecord,
  async handle({ params, principal, services: { workspaces } }) {
    return recordOf(await workspaces.row(principal, params.session), workspaces)
  },
})

const Change = z
  .object({
    title: z.string().max(200).nullable(),
    pinned: z.boolean(),
    archived: z.boolean(),
    tags: z.array(z.string().min(1).max(100)).max(50),
    addTags: z.array(z.string().min(1).max(100)).max(50),
    removeTags: z.array(z.string().min(1).max(100)).max(50),
  })
  .partial()

const change = route("sessions.change", {
  summary: "Names, pins, archives or tags a session. What is left out stays as it is.",
  params: SessionParams,
  body: Change,
  answer: SessionRecord,
  async handle({ params, body, principal, services: { workspaces } }) {
    const session = await workspaces.open(principal, params.session)
    await session.update(body)
    return recordOf(await workspaces.row(principal, params.session), workspaces)
  },
})

const remove = route("sessions.remove", {
  summary: "Removes a session and its children, for good.",
  params: SessionParams,
  answer: Done,
  async handle({ params, principal, services: { workspaces } }) {
    await workspaces.row(principal, params.session)
    await workspaces.named(principal).agent.sessions.remove(params.session)
    return DONE
  },
})

export const sessionRoutes = [list, create, get, change, remove]
