// A whole session as lines of JSON: out to a file, and in from one.
import { Readable } from "node:stream"
import { z } from "zod"
import { HttpError } from "../http/envelope.ts"
import { route } from "../http/route.ts"
import { numberIn } from "../manage/server-settings.ts"
import { SessionParams } from "../schemas/common.ts"
import { linesOf } from "./lines.ts"
import { profileFor } from "./profile-for.ts"

const LINES = "application/x-ndjson"

const exported = route("sessions.export", {
  summary: "The whole session as lines of JSON: every fact, and the bytes that facts refer to.",
  params: SessionParams,
  answer: z.string(),
  media: LINES,
  async handle({ params: { session }, principal, services: { workspaces } }) {
    await workspaces.row(principal, session)
    const lines = workspaces.named(principal).agent.sessions.export(session)
    const headers = {
      "content-type": LINES,
      "content-disposition": `attachment; filename="session.jsonl"`,
      "cache-control": "no-store",
    }
    // Pulled line by line: a slow reader costs the memory of one line.
    return new Response(Readable.toWeb(Readable.from(ended(lines))) as ReadableStream, { headers })
  },
})

async function* ended(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const line of lines) yield Buffer.from(`${line}\n`)
}

const Imported = z
  .object({ id: z.string(), facts: z.number(), blobs: z.number(), missing: z.array(z.string()) })
  .meta({ id: "Imported" })

const imported = route("sessions.import", {
  summary:
    "Takes in what an export returned: completely, or not at all. The session becomes yours, with a new id. At the machine of the server it keeps its id if that is free.",
  query: z.object({ workspace: z.string().max(200).optional() }),
  takes: LINES,
  answer: Imported,
  status: 201,
  async handle({ query, principal, context, services }) {
    const { workspaces, store, env, importing } = services
    const { agent, folder, profiles } = workspaces.named(principal, query.workspace)
    const { body } = context.req.raw
    if (body === null) throw new HttpError(400, "input-invalid", "The body is empty. Send the lines of an export.")
    const { isLocal, user } = principal
    const megabytes = await numberIn("imports.maxMegabytes", store.records, env)
    // Each is held in memory as a whole.
    if (importing.has(user)) throw oneAtATime()
    importing.add(user)
    try {
      const { was: _theirs, ...report } = await agent.sessions.import(linesOf(body, megabytes), {
        // At this machine a session may come back under its own id. Elsewhere that would tell whether the id is taken, and
        // bytes that the export lacks may be those of somebody else.
        ...(isLocal === true ? { owner: null } : { owner: user, newId: true, isComplete: true }),
        check: ({ profile }) => void profileFor(profile, profiles, principal),
        ...(folder !== undefined && { workspace: folder }),
      })
      return { ...report, missing: [...report.missing] }
    } finally {
      importing.delete(user)
    }
  },
})

const RETRY_SECONDS = 5

function oneAtATime(): HttpError {
  const message = "Another import of yours is under way. Wait until it ends, then send this one again."
  const headers = { "retry-after": String(RETRY_SECONDS) }
  return new HttpError(429, "too-many-requests", message, { retryable: true, headers })
}

export const transferRoutes = [exported, imported]
