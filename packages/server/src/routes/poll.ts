// Polling, for clients that cannot hold a stream: what is new since the last time, and what the session is doing.
import { createHash } from "node:crypto"
import type { SessionRow } from "@pawl/agent"
import { z } from "zod"
import { route } from "../http/route.ts"
import { count, SessionParams } from "../schemas/common.ts"
import { messagesIn, PolledMessage } from "../schemas/message.ts"
import { OpenRequest, StatusName } from "../schemas/session.ts"

/** So many facts are read at once: a session with a long past is polled in pages. */
const PAGE = 500

const News = z
  .object({
    messages: z.array(PolledMessage),
    next: z.number().describe("Where the next poll begins: pass it as `after`."),
    hasMore: z.boolean().describe("There is more already: poll again at once."),
    status: StatusName,
    title: z.string().nullable(),
    error: z.string().nullable(),
    openRequests: z.array(OpenRequest),
  })
  .meta({ id: "News" })

const poll = route("turns.poll", {
  summary: "The messages after a number, and the status: for clients that poll.",
  description:
    "Send the ETag of the last answer as If-None-Match: while nothing changed, the answer is 304, and nothing but the session's row was read. " +
    "Stop when the status is idle or failed and `hasMore` is false.",
  params: SessionParams,
  query: z.object({ after: count(0, Number.MAX_SAFE_INTEGER).default(0) }),
  answer: News,
  async handle({ params, query: { after }, principal, header, services: { workspaces, store } }) {
    const row = await workspaces.row(principal, params.session)
    const headers = { etag: etagOf(row, after), "cache-control": "no-cache" }
    if (isAmong(header("if-none-match"), headers.etag)) return new Response(null, { status: 304, headers })
    const facts = after < row.seq ? await store.log.read(row.id, after, PAGE) : []
    const next = facts.at(-1)?.seq ?? Math.min(after, row.seq)
    const { status, title, error, openRequests } = row
    const about = { status, title, error, openRequests: openRequests.map((each) => ({ ...each })) }
    return Response.json(
      { messages: messagesIn(facts), next, hasMore: next < row.seq, ...about } satisfies z.input<typeof News>,
      { headers },
    )
  },
})

/** A header names one tag, several, or any. A proxy that compresses answers marks them as weak. */
function isAmong(header: string | undefined, etag: string): boolean {
  const named = (header ?? "").split(",").map((each) => each.trim().replace(/^W\//, ""))
  return named.includes(etag) || named.includes("*")
}

/** Of the row alone: all that the answer depends on. */
function etagOf({ seq, status, title, error, openRequests }: SessionRow, after: number): string {
  const about = JSON.stringify([after, seq, status, title, error, openRequests])
  return `"${createHash("sha1").update(about).digest("base64url")}"`
}

export const pollRoutes = [poll]
