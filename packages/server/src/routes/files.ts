// Going back: undo file changes, rewind a conversation, fork a session.
import type { UndoReport as Report } from "@pawl/agent"
import { z } from "zod"
import { refuseUnlessAllowed } from "../access/allows.ts"
import { route } from "../http/route.ts"
import { Id, idOf, lineOf, SessionParams } from "../schemas/common.ts"
import { UndoReport } from "../schemas/reports.ts"
import { recordOf, SessionRecord } from "../schemas/session.ts"
import { idTaken, type Opened } from "../workspaces.ts"

const RESTORE = {
  force: z.boolean().optional().describe("Also restores files that something else changed since."),
  dryRun: z.boolean().optional().describe("Only reports what would happen to each file."),
  id: Id.optional().describe("An id is carried out once, however often it is sent."),
}

const undo = route("files.undo", {
  summary: "Undoes the file changes of a call, of the last call that changed a file, or of a whole turn.",
  params: SessionParams,
  body: z.object({ call: idOf(300).optional(), turn: z.number().int().min(1).optional(), ...RESTORE }),
  answer: UndoReport,
  async handle({ params, body, principal, services: { workspaces } }) {
    const opened = await workspaces.opened(principal, params.session)
    const carryOut = (how: { readonly dryRun?: true } = {}) =>
      opened.session.undo({ ...body, ...how, by: principal.user })
    await refuseForeignTools(opened, carryOut)
    return (await carryOut()) as z.input<typeof UndoReport>
  },
})

const rewind = route("files.rewind", {
  summary: "Restores files, the conversation, or both to before a turn. The log keeps everything.",
  params: SessionParams,
  body: z.object({ turn: z.number().int().min(1), what: z.enum(["files", "conversation", "both"]), ...RESTORE }),
  answer: UndoReport,
  async handle({ params, body, principal, services: { workspaces } }) {
    const opened = await workspaces.opened(principal, params.session)
    const carryOut = (how: { readonly dryRun?: true } = {}) =>
      opened.session.rewind({ ...body, ...how, by: principal.user })
    await refuseForeignTools(opened, carryOut)
    return (await carryOut()) as z.input<typeof UndoReport>
  },
})

/** Files are put back with the right that changed them: the owner of the session must have it still. */
async function refuseForeignTools(
  { session, rights }: Opened,
  carryOut: (how: { readonly dryRun: true }) => Promise<Pick<Report, "files">>,
): Promise<void> {
  if (rights.allows.tools === undefined) return
  const paths = new Set((await carryOut({ dryRun: true })).files.map(({ path }) => path))
  for (const { tool, files } of await session.changes())
    if (tool !== "" && Object.keys(files).some((path) => paths.has(path))) refuseUnlessAllowed("tools", tool, rights)
}

const fork = route("sessions.fork", {
  summary: "Creates another session with the same past, up to a fact.",
  params: SessionParams,
  body: z.object({
    at: z
      .number()
      .int()
      .min(1)
      .optional()
      .describe("The last fact that both sessions share; the whole log unless given."),
    id: Id.optional(),
    title: lineOf(200).min(1).optional(),
  }),
  answer: SessionRecord,
  status: 201,
  async handle({ params, body, principal, services: { workspaces, store } }) {
    const session = await workspaces.open(principal, params.session)
    if (body.id !== undefined && (await store.sessions.get(body.id)) !== undefined) throw idTaken()
    const made = await session.fork(body)
    return recordOf(await workspaces.row(principal, made.id), workspaces)
  },
})

export const fileRoutes = [undo, rewind, fork]
