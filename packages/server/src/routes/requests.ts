// What waits for a person: the inbox over all sessions, decisions and answers.
import {
  type DecideOptions,
  type Fact,
  type Grant,
  grantLike,
  type InboxRequest,
  PawlError,
  type SessionRow,
} from "@pawl/agent"
import { z } from "zod"
import { isOwn, type Principal } from "../access/principal.ts"
import { HttpError } from "../http/envelope.ts"
import { route } from "../http/route.ts"
import { AnyObject, CallParams, count, DONE, Done, Id } from "../schemas/common.ts"
import { OpenRequestInfo } from "../schemas/session.ts"
import type { Services } from "../services.ts"
import type { Opened } from "../workspaces.ts"
import { ownerFor } from "./owner-for.ts"

export const InboxEntry = OpenRequestInfo.extend({
  session: z.string(),
  owner: z.string().nullable(),
  title: z.string().nullable(),
}).meta({ id: "InboxRequest" })

const list = route("requests.list", {
  summary: "The approval inbox: all calls that wait for you, newest first.",
  query: z.object({ owner: z.string().max(200).optional() }),
  answer: z.object({ requests: z.array(InboxEntry) }),
  async handle({ query, principal, services }) {
    const owner = ownerFor(principal, query.owner)
    const [first] = services.workspaces.of(principal)
    const all: readonly InboxRequest[] = first === undefined ? [] : await first.agent.requests(owner)
    return { requests: (await seenBy(principal, all, services)) as unknown as z.input<typeof InboxEntry>[] }
  },
})

/** A workspace may have been closed to the owner since. */
async function seenBy(principal: Principal, all: readonly InboxRequest[], { workspaces, store }: Services) {
  if (workspaces.seesAll(principal)) return all
  const rows = await Promise.all(all.map(({ session }) => store.sessions.get(session)))
  return all.filter((_, place) => {
    const row = rows[place]
    return row !== undefined && workspaces.maySee(principal, row)
  })
}

const GrantWanted = z.object({
  scope: z.enum(["session", "always"]),
  tool: z
    .string()
    .max(200)
    .optional()
    .describe(
      "Left out: the tool of the call; without `where` and `exact`, calls like this one as the server sees them.",
    ),
  where: z.record(z.string(), z.string()).optional(),
  exact: z.literal(true).optional(),
})

const Covered = z
  .object({
    tool: z.string(),
    where: z.record(z.string(), z.string()).optional(),
    exact: z.literal(true).optional(),
  })
  .meta({ id: "Covered", description: "Which calls a grant would cover. Paths are those of the workspace." })

const one = route("requests.get", {
  summary: "What a call that waits for an approval would do, and what a wider grant would cover.",
  params: CallParams,
  query: z.object({ question: count(1, Number.MAX_SAFE_INTEGER).optional() }),
  answer: z.object({
    rationale: z.string().optional().describe("Why the model wants it, in its own words."),
    repairs: z.array(z.string()).optional().describe("How the arguments differ from what the model wrote."),
    grants: z
      .object({ session: Covered.optional(), always: Covered.optional() })
      .describe("Absent where calls like this one need an approval each time."),
  }),
  async handle({ params, query, principal, services: { workspaces } }) {
    const { session, row } = await workspaces.opened(principal, params.session)
    const asked = requestIn(await session.facts(), params.call, query.question ?? undefined)
    if (asked === undefined)
      throw new HttpError(404, "request-missing", `No call "${params.call}" of this session asked for an approval.`)
    const { rationale, repairs } = asked
    const [forSession, always] = (["session", "always"] as const).map((scope) => coveredBy(asked, scope, row))
    return {
      ...(rationale !== undefined && { rationale }),
      ...(repairs !== undefined && { repairs: [...repairs] }),
      // Only the owner grants for all sessions.
      grants: { ...(forSession && { session: forSession }), ...(always && isOwn(principal, row) && { always }) },
    }
  },
})

type ApprovalAsked = Extract<Fact, { readonly type: "approval-requested" }>

/** The one with this number, or the last one of the call. */
function requestIn(facts: readonly Fact[], call: string, question?: number): ApprovalAsked | undefined {
  return facts.findLast(
    (fact): fact is ApprovalAsked =>
      fact.type === "approval-requested" && fact.call === call && (question === undefined || fact.seq === question),
  )
}

function coveredBy(asked: ApprovalAsked, scope: Grant["scope"], row: SessionRow): z.input<typeof Covered> | undefined {
  const grant = grantLike(asked, scope, row.workspace ?? undefined)
  if (grant === undefined) return undefined
  const { tool, where, exact, workspace } = grant
  const shown = where && Object.entries(where).map(([name, value]) => [name, inside(value, workspace, exact)] as const)
  return { tool, ...(shown && { where: Object.fromEntries(shown) }), ...(exact && { exact }) }
}

function inside(pattern: string, root: string | undefined, isExact: true | undefined): string {
  return root !== undefined && isExact !== true && pattern.startsWith(`${root}/`)
    ? pattern.slice(root.length + 1)
    : pattern
}

const decide = route("requests.decide", {
  summary: "Approves or denies a call that waits. Each request is settled once.",
  params: CallParams,
  body: z.object({
    decision: z.enum(["approve", "deny"]),
    question: z.number().int().optional(),
    arguments: AnyObject.optional().describe("Run the call with these arguments instead."),
    reason: z.string().max(2000).optional(),
    grant: GrantWanted.optional(),
    id: Id.optional(),
  }),
  answer: Done,
  async handle({ params, body: { decision, question, ...options }, principal, services: { workspaces } }) {
    const opened = await workspaces.opened(principal, params.session)
    if (options.grant?.scope === "always") refuseForOthers(principal, opened.row)
    const request = { call: params.call, ...(question !== undefined && { question }) }
    const { grant: wanted, ...how } = options
    const grant = wanted && (await grantOf(wanted, request, opened))
    await opened.session.decide(request, decision, { ...how, ...(grant && { grant }), by: principal.user })
    return DONE
  },
})

/** It would hold in all sessions of the owner, who did not give it. */
function refuseForOthers(principal: Principal, row: SessionRow): void {
  if (isOwn(principal, row)) return
  const message =
    'Only the owner of a session grants for all own sessions. Approve this call, or grant with the scope "session".'
  throw new HttpError(403, "not-allowed", message)
}

/** A client does not know the folder, so it need not say which calls are like this one. Undefined: there is no such request. */
async function grantOf(
  { tool, ...wanted }: z.output<typeof GrantWanted>,
  { call, question }: { readonly call: string; readonly question?: number },
  { session, row }: Opened,
): Promise<DecideOptions["grant"]> {
  if (tool !== undefined) return { tool, ...wanted } as Grant
  const asked = requestIn(await session.facts(), call, question)
  if (asked === undefined) return undefined
  // What the person narrows stays narrow.
  if (wanted.where !== undefined || wanted.exact !== undefined) return { tool: asked.name, ...wanted } as Grant
  const grant = grantLike(asked, wanted.scope, row.workspace ?? undefined)
  if (grant !== undefined) return grant
  throw new PawlError(
    "input-invalid",
    "Calls like this one need an approval each time. Send the decision without a grant.",
  )
}

const answer = route("requests.answer", {
  summary: "Answers the question of a call.",
  params: CallParams,
  body: z.object({
    answer: z.string().max(100_000),
    question: z.number().int().optional(),
    id: Id.optional(),
  }),
  answer: Done,
  async handle({ params, body: { answer: words, ...options }, principal, services: { workspaces } }) {
    const session = await workspaces.open(principal, params.session)
    await session.answer({ call: params.call }, words, { ...options, by: principal.user })
    return DONE
  },
})

export const requestRoutes = [list, one, decide, answer]
