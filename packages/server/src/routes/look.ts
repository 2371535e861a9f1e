// What happened in a session: transcript, facts, context, changes, tasks, notes, stored bytes.
import { z } from "zod"
import { HttpError } from "../http/http-error.ts"
import { type Asked, route } from "../http/route.ts"
import { count, SessionParams } from "../schemas/common.ts"
import { Exchange } from "../schemas/exchange.ts"
import { FactSchema } from "../schemas/facts.ts"
import { Change, Checkpoint, ContextReport, Message, Note, Task } from "../schemas/reports.ts"
import { TranscriptTurn } from "../schemas/transcript.ts"

type OfSession = Asked<typeof SessionParams, undefined, undefined>

const opened = ({ params, principal, services }: OfSession) => services.workspaces.open(principal, params.session)

/** Plain data of the library, passed on as it is: a type test compares its types with the schemas. */
const plain = <S extends z.ZodType>(_schema: S, value: unknown) => value as z.input<S>
const plainly = <S extends z.ZodType>(_schema: S, value: readonly unknown[]) => value as z.input<S>[]

const TURNS_A_PAGE = 500

const transcript = route("look.transcript", {
  summary: "All turns as a person reads them, whatever was condensed; with a query, a page of them.",
  description:
    "Follow events from `position`: what happened up to there is in the turns, and events tell the rest. `earlier`: there are turns before these.",
  params: SessionParams,
  query: z.object({
    last: count(1, TURNS_A_PAGE).optional(),
    before: count(1, Number.MAX_SAFE_INTEGER).optional(),
  }),
  answer: z.object({ turns: z.array(TranscriptTurn), position: z.string(), earlier: z.boolean() }),
  async handle({ params, query, principal, services: { workspaces } }) {
    const { turns, ...where } = await (await workspaces.open(principal, params.session)).transcriptPage(query)
    return { turns: plainly(TranscriptTurn, turns), ...where }
  },
})

const FACTS_A_PAGE = 1000

const facts = route("look.facts", {
  summary: "The log: facts after a number, in order.",
  params: SessionParams,
  query: z.object({ after: count(0, Number.MAX_SAFE_INTEGER).default(0), limit: count(1, FACTS_A_PAGE).default(200) }),
  answer: z.object({ facts: z.array(FactSchema), next: z.number().nullable() }),
  async handle({ params, query: { after, limit }, principal, services: { workspaces, store } }) {
    await workspaces.row(principal, params.session)
    const page = await store.log.read(params.session, after, limit)
    return { facts: plainly(FactSchema, page), next: page.length < limit ? null : (page.at(-1)?.seq ?? null) }
  },
})

const exchange = route("look.exchange", {
  summary: "One request to a model as it was sent, and the answer or the failure.",
  description:
    "By its attempt, as events and facts name it. What the session holds only: secrets were taken out when it was stored.",
  params: SessionParams.extend({ attempt: z.string().min(1).max(200) }),
  answer: Exchange,
  async handle({ params: { session, attempt }, principal, services: { workspaces } }) {
    const found = await (await workspaces.open(principal, session)).exchange(attempt)
    if (found !== undefined) return plain(Exchange, found)
    const message = `Session ${session} has no attempt "${attempt}". Take one from its events or facts.`
    throw new HttpError(404, "attempt-missing", message)
  },
})

const context = route("look.context", {
  summary: "The request that would be sent now, piece by piece, with its size.",
  params: SessionParams,
  answer: ContextReport,
  handle: async (asked) => plain(ContextReport, await (await opened(asked)).context()),
})

const changes = route("look.changes", {
  summary: "The file changes of calls, oldest first, and which of them were undone.",
  params: SessionParams,
  answer: z.object({ changes: z.array(Change) }),
  handle: async (asked) => ({ changes: plainly(Change, await (await opened(asked)).changes()) }),
})

const checkpoints = route("look.checkpoints", {
  summary: "The turns that can be rewound to.",
  params: SessionParams,
  answer: z.object({ checkpoints: z.array(Checkpoint) }),
  handle: async (asked) => ({ checkpoints: plainly(Checkpoint, await (await opened(asked)).checkpoints()) }),
})

const tasks = route("look.tasks", {
  summary: "The model's task list.",
  params: SessionParams,
  answer: z.object({ tasks: z.array(Task) }),
  handle: async (asked) => ({ tasks: plainly(Task, await (await opened(asked)).tasks()) }),
})

const notes = route("look.notes", {
  summary: "The model's notes.",
  params: SessionParams,
  answer: z.object({ notes: z.array(Note) }),
  handle: async (asked) => ({ notes: plainly(Note, await (await opened(asked)).notes()) }),
})

const messages = route("look.messages", {
  summary: "The conversation as a model would be shown it now.",
  params: SessionParams,
  answer: z.object({ messages: z.array(Message) }),
  handle: async (asked) => ({ messages: plainly(Message, await (await opened(asked)).messages()) }),
})

export const lookRoutes = [transcript, facts, exchange, messages, context, changes, checkpoints, tasks, notes]
