// T23, over the real wire and with a real database: a PDF goes unchanged to a document-capable provider and as text to
// others; a missing file becomes a note; the stored history holds only the reference.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Database from "better-sqlite3"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { createAgent } from "../../agent/create-agent.ts"
import type { Input } from "../../contracts/content.ts"
import type { Model } from "../../contracts/model.ts"
import { sqlite } from "../../store/sqlite.ts"
import { type ModelServer, modelServer } from "../../testing/model-server.ts"
import { modelFrom } from "../providers.ts"
import { docx, paragraph } from "./__fixtures__/docx.ts"
import { png } from "./__fixtures__/images.ts"
import { pdf } from "./__fixtures__/pdf.ts"

let server: ModelServer
let folder: string
let path: string
const report = pdf(["Quarterly figures: 42"])
const base64 = Buffer.from(report).toString("base64")
const apiKey = "sk-test-0123456789abcdef"

beforeAll(async () => {
  server = await modelServer({ script: () => "Read." })
})
afterAll(() => server.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-t23-"))
  path = join(folder, "report.pdf")
  writeFileSync(path, report)
  return () => rmSync(folder, { recursive: true, force: true })
})

const capable = (): Model => ({
  ...modelFrom("anthropic:served", { apiKey, baseUrl: server.anthropic }),
  takes: ["image", "pdf"],
})
const capableOpenAi = (): Model => ({
  ...modelFrom("openai:served", { apiKey, baseUrl: server.openai }),
  takes: ["image", "pdf"],
})
const textOnly = (): Model => ({ ...modelFrom("openai:served", { apiKey, baseUrl: server.openai }), takes: [] })

const database = () => join(folder, "agent.db")
const open = async (model: Model) => createAgent({ model, store: sqlite(database()) })

async function ask(model: Model, input: Input): Promise<string> {
  await using agent = await open(model)
  const session = await agent.open({ id: "s" })
  expect(await session.ask(input)).toMatchObject({ outcome: "completed", text: "Read." })
  return server.requests.at(-1)?.raw ?? ""
}

function sql<Row>(query: string): readonly Row[] {
  const db = new Database(database())
  try {
    return db.prepare<[], Row>(query).all()
  } finally {
    db.close()
  }
}

describe("T23: an attached PDF", () => {
  it("is sent unchanged to a document-capable provider", async () => {
    const anthropic = JSON.parse(
      await ask(capable(), [
        { type: "text", text: "Summarise" },
        { type: "file", path },
      ]),
    )
    const source = { type: "base64", media_type: "application/pdf", data: base64 }
    expect(anthropic.messages[0].content).toMatchObject([
      { type: "text", text: "Summarise" },
      { type: "document", source, title: "report.pdf" },
    ])
    const openai = JSON.parse(await ask(capableOpenAi(), "And now?"))
    const said = openai.messages.filter(({ role }: { role: string }) => role === "user")
    expect(said[0].content[1]).toEqual({
      type: "file",
      file: { filename: "report.pdf", file_data: `data:application/pdf;base64,${base64}` },
    })
  })

  it("is sent as text to another provider, also when that one takes over the conversation", async () => {
    await ask(capable(), [
      { type: "file", path },
      { type: "bytes", mime: "image/png", bytes: png(4, 3), name: "a.png" },
    ])
    const raw = await ask(textOnly(), "And now?")
    expect(raw).toContain("[Text of report.pdf, 1 page]\\nQuarterly figures: 42")
    expect(raw).toContain("[Image 'a.png' (image/png, 4 x 3 pixels")
    expect(raw).not.toContain(base64.slice(0, 40))
    // Back to the capable provider.
    expect(await ask(capable(), "Once more")).toContain(base64)
  })

  it("is sent as text to a model that declares no media", async () => {
    const silent = modelFrom("openai:served", { apiKey, baseUrl: server.openai })
    const { takes: _, ...model } = silent
    expect(await ask(model, [{ type: "file", path }])).toContain("Quarterly figures: 42")
  })

  it("may be deleted after sending, and becomes a note if it was deleted before", async () => {
    await ask(capable(), [{ type: "file", path }])
    rmSync(path)
    expect(await ask(capable(), "Again")).toContain(base64)
    const raw = await ask(capable(), [
      { type: "text", text: "And this?" },
      { type: "file", path },
    ])
    expect(raw).toContain("[Attached file 'report.pdf' could not be read: no such file]")
  })

  it("becomes a note when its bytes are missing from the store", async () => {
    await ask(capable(), [{ type: "file", path }])
    const db = new Database(database())
    db.prepare("delete from blobs where length(bytes) = ?").run(report.length)
    db.close()
    for (const model of [capable(), textOnly()]) {
      expect(await ask(model, "What was in it?")).toContain("[Attached file 'report.pdf' is no longer available]")
    }
  })

  it("is sent as text when the provider refuses it, and the conversation continues", async () => {
    const before = server.requests.length
    server.misbehave({
      kind: "status",
      status: 400,
      type: "invalid_request_error",
      message: "A maximum of 100 PDF pages",
    })
    expect(await ask(capable(), [{ type: "file", path }])).toContain("Quarterly figures: 42")
    expect(server.requests[before]?.raw).toContain(base64)
    expect(server.requests).toHaveLength(before + 2)
  })

  it("is stored by reference in the history, with its bytes stored once", async () => {
    const input = [
      { type: "file", path },
      { type: "bytes", mime: "application/pdf", bytes: report, name: "copy.pdf" },
    ] as const
    await ask(capable(), input)
    await ask(textOnly(), input)
    const bodies = sql<{ body: string }>("select body from facts").map(({ body }) => body)
    for (const body of bodies) {
      expect(body).not.toContain(base64.slice(0, 40))
      expect(body).not.toContain("Quarterly figures")
    }
    const said = bodies.map((body) => JSON.parse(body)).filter(({ type }) => type === "turn-started")
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/)
    const part = { type: "blob", hash, mime: "application/pdf", size: report.length }
    expect(said.map((fact) => fact.input)).toEqual([
      [
        { ...part, name: "report.pdf" },
        { ...part, name: "copy.pdf" },
      ],
      [
        { ...part, name: "report.pdf" },
        { ...part, name: "copy.pdf" },
      ],
    ])
    const stored = sql<{ bytes: Buffer }>("select bytes from blobs").filter(({ bytes }) => bytes.equals(report))
    expect(stored).toHaveLength(1)
    expect(sql("select * from inbox")).toEqual([])
  })

  it("is deleted with its session", async () => {
    await ask(capable(), [{ type: "file", path }])
    await using agent = await open(capable())
    await agent.sessions.remove("s")
    expect(sql<{ bytes: Buffer }>("select bytes from blobs").filter(({ bytes }) => bytes.equals(report))).toEqual([])
  })

  it("is refused above 20 MB with a message that names the limit, and is not stored (T21)", async () => {
    await using agent = await open(capable())
    const session = await agent.open({ id: "s" })
    writeFileSync(path, Buffer.alloc(20 * 1024 * 1024 + 1, "%PDF-1.4"))
    await expect(session.ask([{ type: "file", path }])).rejects.toThrow(/"report.pdf" has 20.0 MB; the limit is 20 MB/)
    expect(await session.facts()).toHaveLength(1)
    expect(await session.ask("Still there?")).toMatchObject({ outcome: "completed" })
  })

  it("is sent before later messages", async () => {
    await using agent = await open(capable())
    const session = await agent.open({ id: "s" })
    const first = session.send([
      { type: "text", text: "first" },
      { type: "file", path },
    ])
    const second = session.send("second")
    await Promise.all([first.result(), second.result()])
    const said = (await session.facts()).flatMap((fact) => (fact.type === "turn-started" ? [fact.input[0]] : []))
    expect(said).toEqual([
      { type: "text", text: "first" },
      { type: "text", text: "second" },
    ])
  })
})

it("T23: an attached Word document is sent to every provider as text, and the history stores only the reference", async () => {
  const minutes = docx(paragraph("Decided: 7 things"))
  const part = { type: "bytes", mime: "application/octet-stream", bytes: minutes, name: "minutes.docx" } as const
  for (const model of [capable(), textOnly()]) {
    const sent = await ask(model, [{ type: "text", text: "Read it." }, part])
    expect(sent).toContain("[Text of minutes.docx]\\nDecided: 7 things")
    expect(sent).not.toContain(minutes.toString("base64").slice(0, 40))
  }
  const bodies = sql<{ readonly body: string }>("select body from facts").map(({ body }) => body)
  expect(bodies.some((body) => body.includes("wordprocessingml.document"))).toBe(true)
  expect(bodies.some((body) => body.includes("Decided"))).toBe(false)
})
