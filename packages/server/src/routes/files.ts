// Going back: undo file changes, rewind a conversation, fork a session.
import { z } from "zod"
import { route } from "../http/route.ts"
import { AnyObject, SessionParams } from "../schemas/common.ts"
import { recordOf, SessionRecord } from "../schemas/session.ts"

const Report = AnyObject

const RESTORE = {
  force: z.boolean().optional().describe("Also restores files that something else changed since."),
  dryRun: z.boolean().optional().describe("Only reports what would happen to each file."),
}

const undo = route("files.undo", {
  summary: "Undoes the file changes of a call, of the last call that changed a file, or of a whole turn.",
  params: SessionParams,
  body: z.object({ call: z.string().max(300).optional(), turn: z.number().int().min(1).optional(), ...RESTORE }),
  answer: Report,
  async handle({ params, body, principal, services: { workspaces } }) {
    const session = await workspaces.open(principal, params.session)
    return (await session.undo(body)) as unknown as z.input<typeof Report>
  },
})

const rewind = route("files.rewind", {
  summary: "Restores files, the conversation, or both to before a turn. The log keeps everything.",
  params: SessionParams,
  body: z.object({ turn: z.number().int().min(1), what: z.enum(["files", "conversation", "both"]), ...RESTORE }),
  answer: Report,
  async handle({ params, body, principal, services: { workspaces } }) {
    const session = await workspaces.open(principal, params.session)
    return (await session.rewind(body)) as unknown as z.input<typeof Report>
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
    title: z.string().min(1).max(200).optional(),
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
