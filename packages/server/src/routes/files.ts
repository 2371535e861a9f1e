// Going back: undo file changes, rewind a conversation, fork a session.
import { z } from "zod"
import { route } from "../http/route.ts"
import { lineOf, SessionParams } from "../schemas/common.ts"
import { UndoReport } from "../schemas/reports.ts"
import { recordOf, SessionRecord } from "../schemas/session.ts"

const RESTORE = {
  force: z.boolean().optional().describe("Also restores files that something else changed since."),
  dryRun: z.boolean().optional().describe("Only reports what would happen to each file."),
  id: z.string().min(1).max(200).optional().describe("An id is carried out once, however often it is sent."),
}

const undo = route("files.undo", {
  summary: "Undoes the file changes of a call, of the last call that changed a file, or of a whole turn.",
  params: SessionParams,
  body: z.object({ call: z.string().max(300).optional(), turn: z.number().int().min(1).optional(), ...RESTORE }),
  answer: UndoReport,
  async handle({ params, body, principal, services: { workspaces } }) {
    const session = await workspaces.open(principal, params.session)
    return (await session.undo({ ...body, by: principal.user })) as z.input<typeof UndoReport>
  },
})

const rewind = route("files.rewind", {
  summary: "Restores files, the conversation, or both to before a turn. The log keeps everything.",
  params: SessionParams,
  body: z.object({ turn: z.number().int().min(1), what: z.enum(["files", "conversation", "both"]), ...RESTORE }),
  answer: UndoReport,
  async handle({ params, body, principal, services: { workspaces } }) {
    const session = await workspaces.open(principal, params.session)
    return (await session.rewind({ ...body, by: principal.user })) as z.input<typeof UndoReport>
  },
})

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
    id: z.string().min(1).max(200).optional(),
    title: lineOf(200).min(1).optional(),
  }),
  answer: SessionRecord,
  status: 201,
  async handle({ params, body, principal, services: { workspaces } }) {
    const session = await workspaces.open(principal, params.session)
    const made = await session.fork(body)
    return recordOf(await workspaces.row(principal, made.id), workspaces)
  },
})

export const fileRoutes = [undo, rewind, fork]
