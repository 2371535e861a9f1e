// Sessions: list, open, name, pin, archive, copy and remove them.
import type { SessionRow } from "@pawl/agent"
import { z } from "zod"
import { HttpError } from "../http/envelope.ts"
import { jsonOf, route } from "../http/route.ts"
import { count, DONE, Done, flag, Id, lineOf, oneOrMore, SessionParams } from "../schemas/common.ts"
import { detailOf, recordOf, SessionDetail, SessionRecord, StatusName } from "../schemas/session.ts"
import { idTaken, type Workspaces } from "../workspaces.ts"
import { cursorAfter, placeIn, readCursor } from "./cursor.ts"
import { ownerFor } from "./owner-for.ts"
import { profileFor } from "./profile-for.ts"

const ListQuery = z.object({
  limit: count(1, 200).default(50),
  cursor: z.string().max(400).optional().describe("The `next` of the page before."),
  owner: z.string().max(200).optional().describe('Whose sessions: for admins; "*" for all.'),
  after: z
    .string()
    .regex(/^\d{1,16},.{1,200}$/)
    .optional()
    .describe("The `updatedAt` and the `id` of the last session of the page before, with a comma between."),
  archived: z.enum(["true", "false", "any"]).default("false"),
  asking: flag.optional(),
  status: oneOrMore(StatusName).optional(),
  tag: oneOrMore(z.string().max(100)).optional(),
  text: z.string().max(500).optional().describe("Only sessions with these words."),
})

const Page = z.object({ sessions: z.array(SessionRecord), next: z.string().nullable() }).meta({ id: "SessionPage" })

const list = route("sessions.list", {
  summary: "The sessions, newest first, a page at a time.",
  query: ListQuery,
  answer: Page,
  async handle({ query: { cursor, after: last, owner, limit, archived, ...filter }, principal, services, context }) {
    const { workspaces } = services
    const [first] = workspaces.of(principal)
    if (first === undefined) return { sessions: [], next: null }
    const after = cursor !== undefined ? readCursor(cursor) : last === undefined ? undefined : placeIn(last)
    const rows = await first.agent.sessions.list({
      ...filter,
      ...(archived !== "any" && { archived: archived === "true" }),
      ...ownerFor(principal, owner),
      ...(after !== undefined && { after }),
      limit: limit + 1,
    })
    const written = () => {
      const page = rows.slice(0, limit)
      // A workspace may have been closed to its owner since.
      const shown = page.filter((row) => workspaces.maySee(principal, row))
      const end = page.at(-1)
      const next = rows.length > limit && end !== undefined ? cursorAfter(end) : null
      return { sessions: shown.map((row) => recordOf(row, workspaces)), next }
    }
    const isSameForAll = principal.allows.workspaces === undefined
    return isSameForAll && !services.checksAnswers ? jsonOf(context, services.pages.of(rows, written)) : written()
  },
})

const NewSession = z.object({
  id: Id.optional(),
  title: lineOf(200).min(1).optional(),
  tags: z.array(lineOf(100).min(1)).max(50).optional(),
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
    if (existing !== undefined && !services.workspaces.maySee(principal, existing)) throw idTaken()
    if (existing !== undefined) refuseOther(existing, { ...options, profile, workspace: wanted }, services.workspaces)
    const owner = principal.isLocal === true ? {} : { owner: principal.user }
    const session = await agent.open({ ...options, ...chosen, ...owner })
    return recordOf(await services.workspaces.row(principal, session.id), services.workspaces)
  },
})

/** Opening a session again gives the one that is there: what it was to be instead must not get lost in silence. */
function refuseOther(
  row: SessionRow,
  wanted: { readonly [K in "title" | "profile" | "workspace"]?: string | undefined },
  workspaces: Workspaces,
): void {
  const known = { title: row.title, profile: row.profile, workspace: workspaces.nameOf(row) }
  const other = (["title", "profile", "workspace"] as const).find(
    (name) => wanted[name] !== undefined && wanted[name] !== known[name],
  )
  if (other === undefined) return
  const message = `The session "${row.id}" is there already, with another ${other}. Choose another id, or change it with PATCH.`
  throw new HttpError(409, "id-used", message)
}

const get = route("sessions.get", {
  summary: "One session, with what it asks of people.",
  params: SessionParams,
  answer: SessionDetail,
  async handle({ params, principal, services: { workspaces } }) {
    const row = await workspaces.row(principal, params.session)
    // A session that asks nothing need not be opened, which would run it.
    if (row.openRequests.length === 0) return { ...recordOf(row, workspaces), openRequests: [] }
    return detailOf(await (await workspaces.open(principal, params.session)).info(), workspaces)
  },
})

const Change = z
  .object({
    title: lineOf(200).nullable(),
    pinned: z.boolean(),
    archived: z.boolean(),
    tags: z.array(lineOf(100).min(1)).max(50),
    addTags: z.array(lineOf(100).min(1)).max(50),
    removeTags: z.array(lineOf(100).min(1)).max(50),
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
