// The queue of a session: messages that wait for the end of the running turn, which people see, take back, or let into the turn.
import { z } from "zod"
import { route } from "../http/route.ts"
import { Id, SessionParams } from "../schemas/common.ts"
import { Part } from "../schemas/content.ts"

export const QueuedMessage = z
  .object({
    id: z.string().describe("The id that it was sent with."),
    input: z.array(Part),
    at: z.number().optional().describe("When it was sent, in milliseconds since 1970."),
    by: z.string().optional(),
  })
  .meta({ id: "QueuedMessage" })

const list = route("queue.list", {
  summary: "The messages that wait for the end of the running turn, oldest first.",
  params: SessionParams,
  answer: z.object({ queued: z.array(QueuedMessage) }),
  async handle({ params, principal, services: { workspaces } }) {
    const session = await workspaces.open(principal, params.session)
    return { queued: (await session.queued()) as z.input<typeof QueuedMessage>[] }
  },
})

const CommandParams = SessionParams.extend({ command: Id })

const unsend = route("queue.unsend", {
  summary: "Takes a message back that waits. False: it has begun, or no such message waits.",
  params: CommandParams,
  answer: z.object({ unsent: z.boolean() }),
  async handle({ params, principal, services: { workspaces } }) {
    const session = await workspaces.open(principal, params.session)
    return { unsent: await session.unsend(params.command, { by: principal.user }) }
  },
})

const steer = route("queue.steer", {
  summary: "Lets a message that waits join the running turn. False: it has begun, or no such message waits.",
  params: CommandParams,
  answer: z.object({ joined: z.boolean() }),
  async handle({ params, principal, services: { workspaces } }) {
    const session = await workspaces.open(principal, params.session)
    return { joined: await session.steer(params.command) }
  },
})

export const queueRoutes = [list, unsend, steer]
