// Turns: send, ask, retry, cancel, condense, and poll for what is new.
import type { TurnStream } from "@pawl/agent"
import { z } from "zod"
import { refuseUnlessAllowed } from "../access/allows.ts"
import { unauthenticated } from "../access/guard.ts"
import { route } from "../http/route.ts"
import { checkedInput } from "../schemas/checked-input.ts"
import { AnyJson, AnyObject, DONE, Done, Id, SessionParams } from "../schemas/common.ts"
import { ApprovalMode, TurnError, TurnOutcome, Usage } from "../schemas/content.ts"
import { inputOf, MessageInput } from "../schemas/input.ts"

import { turnOptions } from "./turn-options.ts"

const Message = z.object({
  input: MessageInput,
  id: Id.optional().describe(
    "A message with the id of an earlier one is not sent again; with other input it is refused.",
  ),
  whenBusy: z.enum(["queue", "steer", "refuse"]).optional(),
  model: z.string().max(200).optional(),
  tools: z.array(z.string().max(200)).max(500).optional(),
  toolChoice: z.union([z.enum(["auto", "required", "none"]), z.object({ tool: z.string().max(200) })]).optional(),
  approval: ApprovalMode.optional().describe("Which calls run unasked in the turn, if the workspace allows it."),
  priority: z
    .enum(["low", "normal", "high"])
    .optional()
    .describe("How soon the turn is to run when more sessions wait than can run: a head start in waiting time."),
  output: AnyObject.optional().describe("A JSON Schema for the final answer."),
})

const Accepted = z
  .object({ command: z.string(), after: z.number().describe("Where to follow the events from.") })
  .meta({ id: "Accepted" })

async function accepted(stream: TurnStream): Promise<z.input<typeof Accepted>> {
  return { command: stream.id, after: await stream.accepted() }
}

const send = route("turns.send", {
  summary: "Sends a message. The turn runs on its own: follow its events.",
  params: SessionParams,
  body: Message,
  answer: Accepted,
  status: 202,
  async handle({ params, body: { input, ...how }, principal, services: { workspaces } }) {
    const opened = await workspaces.opened(principal, params.session)
    const said = await checkedInput(inputOf(input))
    return accepted(opened.session.send(said, turnOptions(principal, opened, how)))
  },
})

export const TurnResultSchema = z
  .object({
    outcome: TurnOutcome,
    text: z.string(),
    error: TurnError.optional(),
    usage: Usage,
    trace: z.string(),
    suggestions: z.array(z.string()).optional(),
    output: AnyJson.optional(),
  })
  .meta({ id: "TurnResult" })

const ask = route("turns.ask", {
  summary: "Sends a message and waits for the end of its turn. A client that goes away does not stop the turn.",
  params: SessionParams,
  body: Message,
  answer: TurnResultSchema,
  async handle({ params, body: { input, ...how }, principal, services }) {
    const opened = await services.workspaces.opened(principal, params.session)
    const said = await checkedInput(inputOf(input))
    const stream = opened.session.send(said, turnOptions(principal, opened, how))
    const result = await unlessRevoked(stream.result(), services.revocations.signalFor(principal))
    return result as z.input<typeof TurnResultSchema>
  },
})

/** A turn may last for hours: what it comes to is for those who still may know. The turn itself goes on. */
async function unlessRevoked<T>(wanted: Promise<T>, revoked: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const refuse = () => reject(unauthenticated("revoked"))
  if (revoked.aborted) refuse()
  revoked.addEventListener("abort", refuse)
  try {
    return await Promise.race([wanted, promise])
  } finally {
    revoked.removeEventListener("abort", refuse)
  }
}

const Command = z.object({ id: Id.optional() })

const retry = route("turns.retry", {
  summary: "Tries a failed turn again, without repeating its input.",
  params: SessionParams,
  body: Command,
  answer: Accepted,
  status: 202,
  async handle({ params, body, principal, services: { workspaces } }) {
    const { session, row, rights } = await workspaces.opened(principal, params.session)
    refuseUnlessAllowed("profiles", row.profile, rights)
    return accepted(await session.retry({ ...body, by: principal.user }))
  },
})

const cancel = route("turns.cancel", {
  summary: "Cancels the turn that is under way. Calls that have started get their outcome first.",
  params: SessionParams,
  body: Command,
  answer: Done,
  status: 202,
  async handle({ params, body, principal, services: { workspaces } }) {
    const session = await workspaces.open(principal, params.session)
    await session.cancel({ ...body, by: principal.user })
    return DONE
  },
})

const compact = route("turns.compact", {
  summary: "Condenses the history: now, or as soon as nothing runs.",
  params: SessionParams,
  body: Command.extend({ focus: z.string().max(2000).optional() }),
  answer: Done,
  status: 202,
  async handle({ params, body, principal, services: { workspaces } }) {
    const { session, row, rights } = await workspaces.opened(principal, params.session)
    refuseUnlessAllowed("profiles", row.profile, rights)
    await session.compact({ ...body, by: principal.user })
    return DONE
  },
})

export const turnRoutes = [send, ask, retry, cancel, compact]
