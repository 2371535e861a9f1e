// A whole session as lines of JSON: out to a file, and in from one.
import { createInterface } from "node:readline"
import { Readable } from "node:stream"
import { importSession } from "@pawl/agent/sessions"
import { z } from "zod"
import { HttpError } from "../http/envelope.ts"
import { route } from "../http/route.ts"
import { SessionParams } from "../schemas/common.ts"

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

const MOST_BYTES = 256 * 1024 * 1024

const imported = route("sessions.import", {
  summary: "Takes in what an export returned: completely, or not at all. The session becomes yours, with a new id.",
  query: z.object({ workspace: z.string().max(200).optional() }),
  takes: LINES,
  answer: Imported,
  status: 201,
  async handle({ query, principal, context, services: { workspaces, store } }) {
    const { folder } = workspaces.named(principal, query.workspace)
    const { body } = context.req.raw
    if (body === null) throw new HttpError(400, "input-invalid", "The body is empty. Send the lines of an export.")
    const { isLocal, user } = principal
    const { was: _theirs, ...report } = await importSession(store, linesOf(body), {
      // At this machine a session may come back under its own id. Elsewhere that would tell whether the id is taken.
      ...(isLocal === true ? {} : { owner: user, newId: true }),
      ...(folder !== undefined && { workspace: folder }),
    })
    return { ...report, missing: [...report.missing] }
  },
})

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const bytes = Readable.fromWeb(body as never)
  let size = 0
  bytes.on("data", ({ length }: Buffer) => {
    size += length
    if (size > MOST_BYTES)
      bytes.destroy(
        new HttpError(413, "too-large", "An import has at most 256 MB. Use pawl sessions import on the server."),
      )
  })
  for await (const line of createInterface({ input: bytes, crlfDelay: Number.POSITIVE_INFINITY }))
    if (line !== "") yield line
}

export const transferRoutes = [exported, imported]
