// Numbers: statistics of turns, models and tools, what was used, and whether the server can work.
import { redact, type SessionRow, type Store } from "@pawl/agent"
import { applyStats, noStats, recorder, type Stats } from "@pawl/agent/observe"
import { z } from "zod"
import { covers } from "../access/allows.ts"
import { hasRole, type Principal } from "../access/principal.ts"
import { route } from "../http/route.ts"
import { settingIn } from "../manage/server-settings.ts"
import { AnyObject, count, SessionParams } from "../schemas/common.ts"
import { UsageRow } from "../schemas/reports.ts"
import type { Services } from "../services.ts"
import { ownerFor } from "./owner-for.ts"

const Totals = z.object({ sessions: z.number(), stats: AnyObject })

const MOST_SESSIONS = 1000

const stats = route("server.stats", {
  summary: "Statistics of models and tools: success, retries, latency, tokens. Of the newest 1,000 sessions at most.",
  query: z.object({
    owner: z.string().max(200).optional().describe('Whose sessions: for admins; "*" for all.'),
    since: count(0, Number.MAX_SAFE_INTEGER).default(0).describe("Milliseconds since 1970."),
  }),
  answer: Totals,
  async handle({ query: { owner, since }, principal, services: { store, workspaces } }) {
    const rows = await store.sessions.list({ ...ownerFor(principal, owner), limit: MOST_SESSIONS })
    let summed = noStats
    const counted = rows.filter((row) => row.updatedAt >= since && workspaces.maySee(principal, row))
    for (const row of counted) summed = await withSession(summed, row, { store, since })
    return { sessions: counted.length, stats: plain(summed) }
  },
})

const ofSession = route("look.stats", {
  summary: "Statistics of one session.",
  params: SessionParams,
  answer: Totals,
  async handle({ params, principal, services: { workspaces, store } }) {
    const row = await workspaces.row(principal, params.session)
    return { sessions: 1, stats: plain(await withSession(noStats, row, { store, since: 0 })) }
  },
})

const PAGE = 1000

async function withSession(
  before: Stats,
  { id }: SessionRow,
  { store, since }: { readonly store: Store; readonly since: number },
): Promise<Stats> {
  const record = recorder()
  let summed = before
  for (let seq = 0; ; ) {
    const facts = await store.log.read(id, seq, PAGE)
    for (const fact of facts) for (const each of record(fact)) if (each.at >= since) summed = applyStats(summed, each)
    seq = facts.at(-1)?.seq ?? seq
    if (facts.length < PAGE) return summed
  }
}

const plain = (value: Stats) => value as unknown as z.input<typeof AnyObject>

const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

const usage = route("server.usage", {
  summary: "Tokens and costs by day (UTC), owner and model. Removing a session leaves its sums.",
  query: z.object({ owner: z.string().max(200).optional(), from: Day.optional(), to: Day.optional() }),
  answer: z.object({ rows: z.array(UsageRow) }),
  async handle({ query: { owner, ...days }, principal, services: { store } }) {
    const rows = await store.usage.list({ ...days, ...ownerFor(principal, owner) })
    return { rows: rows as z.input<typeof UsageRow>[] }
  },
})

const FailedModel = z
  .object({
    model: z.string(),
    at: z.number().describe("In milliseconds since 1970."),
    kind: z.string().describe("As `network`, `auth` or `overloaded`."),
    code: z.string(),
    message: z.string().nullable().describe("For admins; null for others, because it may quote a session."),
    answeredSince: z.boolean().describe("The model has answered since, so it is over."),
  })
  .meta({ id: "ModelFailure" })

const Status = z
  .object({
    available: z.boolean().describe("Whether turns can run: there are no issues with models."),
    issues: z.array(z.object({ workspace: z.string(), problem: z.string() })),
    modelFailures: z
      .array(FailedModel)
      .describe("The last failure of each model that you may ask, the newest first, as this process met it."),
    notice: z.string(),
    activeSessions: z.number().describe("Your sessions with a turn under way."),
    maxFileBytes: z.number(),
    formats: z.array(z.string()),
  })
  .meta({ id: "ServerStatus" })

const FORMATS = [
  "text/plain",
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "application/pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
]

const status = route("server.status", {
  summary: "Whether turns can run, and what is missing.",
  answer: Status,
  async handle({ principal, services }) {
    const { workspaces, store, env } = services
    const mine = workspaces.of(principal)
    const { workspaces: allowed } = principal.allows
    const closed = services.issues.filter(({ workspace }) => allowed?.includes(workspace) ?? true)
    const lists = await Promise.all(
      mine.map(async ({ name, issues }) => ((await issues?.()) ?? []).map((problem) => ({ workspace: name, problem }))),
    )
    const active = await store.sessions.list({
      ...ownerFor(principal),
      status: ["processing", "tool_loop", "waiting"],
      limit: 1000,
    })
    const notice = String((await settingIn("notice", store.records, env)).value)
    const issues = [...closed, ...lists.flat()]
    return {
      available: issues.length === 0,
      issues,
      modelFailures: failuresFor(principal, services),
      notice,
      activeSessions: active.filter((row) => workspaces.maySee(principal, row)).length,
      maxFileBytes: 20 * 1024 * 1024,
      formats: FORMATS,
    }
  },
})

/** Models of workspaces that are closed to the person are not named. */
function failuresFor(principal: Principal, { workspaces, metrics }: Services): z.input<typeof FailedModel>[] {
  const { models, workspaces: some } = principal.allows
  const mine = some === undefined ? undefined : new Set(workspaces.of(principal).flatMap((each) => each.models))
  return metrics
    .modelFailures()
    .filter(({ model }) => covers(models, model) && mine?.has(model) !== false)
    .map(({ model, at, error, answeredSince }) => {
      const message = hasRole(principal, "admin") ? redact(error.message) : null
      return { model, at, kind: error.class, code: error.code, message, answeredSince }
    })
}

export const numberRoutes = [stats, ofSession, usage, status]
