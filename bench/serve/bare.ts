// Bare hono beside the server: the list as anybody would write it, one query of the same file and one JSON text a request, without
// users, checks, traces and counts; and the same bytes as a text that is ready, than which no server can be faster.
import { serve } from "@hono/node-server"
import Database from "better-sqlite3"
import { Hono } from "hono"

const LIMIT = 50
const [file = ""] = process.argv.slice(2)
const db = new Database(file, { readonly: true, fileMustExist: true })
const newest = db.prepare<[number], Columns>(
  `select id, title, status, owner, profile, workspace, parent, seq, turns, messages, usage, preview, error, open_requests, pinned,
   archived, tags, created_at, updated_at, archived_at, due_at
   from sessions where archived = 0 order by updated_second desc, updated_at desc, id limit ?`,
)

interface Columns {
  readonly id: string
  readonly title: string | null
  readonly usage: string
  readonly preview: string
  readonly open_requests: string
  readonly pinned: number
  readonly archived: number
  readonly tags: string | null
  readonly created_at: number
  readonly updated_at: number
  readonly archived_at: number | null
  readonly due_at: number | null
}

function list(): object {
  const rows = newest.all(LIMIT + 1)
  const page = rows.slice(0, LIMIT)
  const last = page.at(-1)
  const next = Buffer.from(JSON.stringify([last?.updated_at, last?.id])).toString("base64url")
  return { sessions: page.map(shown), next: rows.length > LIMIT ? next : null }
}

function shown({ open_requests, created_at, updated_at, archived_at, due_at, ...row }: Columns): object {
  return {
    ...row,
    title: row.title ?? (row.preview === "" ? null : row.preview),
    isNamed: row.title !== null,
    workspace: "main",
    usage: JSON.parse(row.usage),
    openRequests: JSON.parse(open_requests),
    pinned: row.pinned === 1,
    archived: row.archived === 1,
    tags: JSON.parse(row.tags ?? "[]"),
    createdAt: created_at,
    updatedAt: updated_at,
    archivedAt: archived_at,
    dueAt: due_at,
  }
}

const app = new Hono()
let text = ""

app.get("/v1/sessions", (c) => c.json(list()))
app.get("/text", (c) => c.body(text, 200, { "content-type": "application/json" }))
app.post("/v1/sessions/:session/messages", async (c) => {
  const { id }: { id: string } = await c.req.json()
  return c.json({ command: id, after: 123 }, 202)
})

process.on("message", (answer) => {
  text = String(answer)
  process.send?.({ ready: true })
})
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
  process.send?.({ url: `http://127.0.0.1:${port}` })
})
