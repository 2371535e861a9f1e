// What happened in a session: transcript, facts, context, changes, tasks, notes, stored bytes.
import { z } from "zod"
import { type Asked, route } from "../http/route.ts"
import { AnyObject, count, SessionParams } from "../schemas/common.ts"

type OfSession = Asked<typeof SessionParams, undefined, undefined>

const opened = ({ params, principal, services }: OfSession) => services.workspaces.open(principal, params.session)

/** Plain data of the library, passed on as it is. */
const plain = <T>(value: T) => value as unknown as z.input<typeof AnyObject>

const transcript = route("look.transcript", {
  summary: "All turns as a person reads them, whatever was condensed.",
  params: SessionParams,
  answer: z.object({ turns: z.array(AnyObject) }),
  handle: async (asked) => ({ turns: (await (await opened(asked)).transcript()).map(plain) }),
})

const FACTS_A_PAGE = 1000

const facts = route("look.facts", {
  summary: "The log: facts after a number, in order.",
  params: SessionParams,
  query: z.object({ after: count(0, Number.MAX_SAFE_INTEGER).default(0), limit: count(1, FACTS_A_PAGE).default(200) }),
  answer: z.object({ facts: z.array(AnyObject), next: z.number().nullable() }),
  async handle({ params, query: { after, limit }, principal, services: { workspaces, store } }) {
    await workspaces.row(principal, params.session)
    const page = await store.log.read(params.session, after, limit)
    return { facts: page.map(plain), next: page.length < limit ? null : (page.at(-1)?.seq ?? null) }
  },
})

const context = route("look.context", {
  summary: "The request that would be sent now, piece by piece, with its size.",
  params: SessionParams,
  answer: AnyObject,
  handle: async (asked) => plain(await (await opened(asked)).context()),
})

const changes = route("look.changes", {
  summary: "The file changes of calls, oldest first, and which of them were undone.",
  params: SessionParams,
  answer: z.object({ changes: z.array(AnyObject) }),
  handle: async (asked) => ({ changes: (await (await opened(asked)).changes()).map(plain) }),
})

const checkpoints = route("look.checkpoints", {
  summary: "The turns that can be rewound to.",
  params: SessionParams,
  answer: z.object({ checkpoints: z.array(AnyObject) }),
  handle: async (asked) => ({ checkpoints: (await (await opened(asked)).checkpoints()).map(plain) }),
})

const tasks = route("look.tasks", {
  summary: "The model's task list.",
  params: SessionParams,
  answer: z.object({ tasks: z.array(AnyObject) }),
  handle: async (asked) => ({ tasks: (await (await opened(asked)).tasks()).map(plain) }),
})

const notes = route("look.notes", {
  summary: "The model's notes.",
  params: SessionParams,
  answer: z.object({ notes: z.array(AnyObject) }),
  handle: async (asked) => ({ notes: (await (await opened(asked)).notes()).map(plain) }),
})

export const lookRoutes = [transcript, facts, context, changes, checkpoints, tasks, notes]
