// Places where a key could be stored although no message holds it: names, attachments, prompts, copies for undo.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Agent, type AgentOptions, createAgent, type Session, sqlite, tool } from "@pawl/agent"
import { call, type ModelServerOptions, modelServer } from "@pawl/agent/testing"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"

/** A decoy key. */
const KEY = "decoy-9f3kq81mzXvT4"
const pairs = Array.from(Buffer.from(KEY), (byte) => byte.toString(16).padStart(2, "0"))
const FORMS: readonly string[] = [
  KEY,
  Buffer.from(KEY).toString("base64"),
  pairs.join(" "),
  pairs.join(":").toUpperCase(),
  pairs.map((pair) => `0x${pair}`).join(",\n    "),
  pairs.map((pair) => `\\x${pair}`).join(""),
  (pairs.join("").match(/.{1,4}/g) ?? []).join(" "),
]
const ALL = FORMS.join(" and ")

/** Gives each form in a separate title: a title has at most 200 characters. */
async function inTitles(say: (title: string) => Promise<unknown>): Promise<void> {
  for (const form of FORMS) await say(`My ${form}`.slice(0, 200))
}

let folder = ""
let database = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-secrets-"))
  database = join(folder, "pawl.db")
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

type Fault = ReturnType<NonNullable<ModelServerOptions["fault"]>>

/** An agent that knows the key, because it is that of its provider. */
async function withKnownKey(
  script: ModelServerOptions["script"],
  use: (agent: Agent) => Promise<unknown>,
  options: Partial<AgentOptions> = {},
  fault?: Fault,
) {
  await using server = await modelServer({ script, fault: () => fault })
  vi.stubEnv("OPENAI_API_KEY", KEY)
  vi.stubEnv("OPENAI_BASE_URL", server.openai)
  await using agent = await createAgent({ model: "openai:m", store: sqlite(database), ...options })
  return await use(agent)
}

/** Every byte of the store, once it is closed. */
function stored(): Buffer {
  return readFileSync(database)
}

function expectNotStored(): void {
  for (const form of FORMS) expect(stored().includes(form), form).toBe(false)
}

const noted = tool({
  name: "noted",
  description: `Uses ${ALL}.`,
  input: { type: "object", properties: { [`a ${KEY}`]: { type: "string", description: ALL } } },
  effect: "read",
  run: () => "ok",
})

type UseOfKey = readonly [place: string, use: (session: Session, agent: Agent) => Promise<unknown>]

describe("X28: the store never holds a known key, given as", () => {
  it.each<UseOfKey>([
    ["the title of a new session", (_, agent) => inTitles((title) => agent.open({ title }))],
    ["a new title", (session) => inTitles((title) => session.update({ title }))],
    ["the title of a fork", (session) => inTitles((title) => session.fork({ title }))],
    ["the instructions of a session", async (_, agent) => (await agent.open({ instructions: ALL })).ask("go")],
    ["the focus of a compaction", async (session) => session.compact({ focus: ALL })],
    ["a message too long for a fact", async (session) => session.ask(`${"long ".repeat(20_000)}${ALL}`)],
    ["an attached text", async (session) => session.ask([bytes(ALL, "notes.txt")])],
    ["a text of megabytes", async (session) => session.ask([bytes(`${"ab 0f ".repeat(400_000)}${ALL}`, "dump.txt")])],
    [
      "a text in UTF-16",
      async (session) => session.ask([{ ...bytes("", "w.txt"), bytes: Buffer.from(`\ufeff${ALL}`, "utf16le") }]),
    ],
    ["the name of an attachment", async (session) => session.ask([bytes("plain", `${KEY}.txt`)])],
    [
      "a file attached by its path",
      async (session) => {
        writeFileSync(join(folder, "env"), ALL)
        return session.ask([{ type: "file", path: join(folder, "env") }])
      },
    ],
  ])("%s", async (_, use) => {
    await withKnownKey(
      () => "done",
      async (agent) => use(await agent.open({ id: "s" }), agent),
    )
    expectNotStored()
    expect(stored().includes("[redacted]")).toBe(true)
  })

  it("files quoted in the prompt, and tool descriptions", async () => {
    writeFileSync(join(folder, "AGENTS.md"), `# Use this\n${ALL}\n`)
    const options = { workspace: folder, tools: [noted], instructions: ALL, profile: "terminal" } as const
    await withKnownKey(
      () => "done",
      async (agent) => (await agent.open()).ask("go"),
      options,
    )
    expectNotStored()
    expect(stored().includes("[redacted]")).toBe(true)
  })

  it.each<[string, Fault]>([
    ["the text before an answer broke off", { kind: "cut", afterBytes: 30_000 }],
    ["a provider's error message", { kind: "status", status: 400, message: `You sent ${ALL}` }],
  ])("%s", async (_, fault) => {
    await withKnownKey(
      () => `The key is ${ALL} and ${"so on ".repeat(10_000)}`,
      async (agent) => {
        const session = await agent.open()
        for await (const event of session.send("go")) if (event.type === "model-error") await session.cancel()
        expect(JSON.stringify(await session.facts())).toContain("[redacted]")
      },
      {},
      fault,
    )
    expectNotStored()
  })
})

function bytes(text: string, name: string) {
  return { type: "bytes", mime: "text/plain", bytes: Buffer.from(text), name } as const
}

/** A whole picture: decoders ignore what stands behind it. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
)

describe("X28: what cannot be cleaned is refused, with the code holds-secret", () => {
  it.each<UseOfKey>([
    ["the id of a session", async (_, agent) => agent.open({ id: `s-${KEY}` })],
    ["its owner", async (_, agent) => agent.open({ owner: KEY })],
    ["the id of a fork", async (session) => session.fork({ id: KEY })],
    ["the id of a message", async (session) => session.ask("go", { id: KEY })],
    ["its sender", async (session) => session.ask("go", { by: Buffer.from(KEY).toString("base64") })],
    ["an image", async (session) => session.ask([picture(Buffer.from(`tEXt${KEY}`))])],
    ["an image, in base64", async (session) => session.ask([picture(Buffer.from(FORMS[1] ?? ""))])],
    [
      "a document in UTF-16",
      async (session) => {
        const wide = Buffer.from(KEY, "utf16le").swap16()
        return session.ask([{ ...picture(), bytes: Buffer.concat([Buffer.from("%PDF-1.7\n("), wide]) }])
      },
    ],
  ])("%s", async (_, use) => {
    await withKnownKey(
      () => "done",
      async (agent) => {
        const session = await agent.open({ id: "s" })
        await expect(use(session, agent)).rejects.toMatchObject({
          code: "holds-secret",
          message: expect.stringMatching(/holds a secret .* never stored/),
        })
        expect(await session.ask("go on")).toMatchObject({ outcome: "completed", text: "done" })
      },
    )
    for (const form of [KEY, Buffer.from(KEY, "utf16le"), Buffer.from(KEY, "utf16le").swap16()])
      expect(stored().includes(form)).toBe(false)
  })
})

function picture(inside = Buffer.alloc(0)) {
  return { type: "bytes", mime: "image/png", bytes: Buffer.concat([PNG, inside]), name: "shot.png" } as const
}

describe("X28: a call that changes a file with a known key", () => {
  const rewriting: ModelServerOptions["script"] = ({ results }) =>
    results.length === 0 ? { calls: [call("write_file", { path: "settings.ini", content: "new\n" })] } : "done"

  /** Approves the call, after `meanwhile`. */
  async function rewrite(session: Session, meanwhile: () => void) {
    const asked: string[] = []
    for await (const event of session.send("go")) {
      if (event.type !== "approval-requested") continue
      asked.push(event.preview)
      meanwhile()
      await session.decide(event.call, "approve")
    }
    return asked.join("\n")
  }

  it.each(FORMS)("keeps no copy for undo, and the approval and the changes report it: %j", async (form) => {
    const path = join(folder, "settings.ini")
    writeFileSync(path, `a = 1\nkey = ${form}\n`)
    await withKnownKey(
      rewriting,
      async (agent) => {
        const session = await agent.open()
        const asked = await rewrite(session, () => {})
        expect(asked).toContain("cannot be undone: of settings.ini, it holds a secret, which is never stored")
        expect(readFileSync(path, "utf8")).toBe("new\n")
        expect(JSON.stringify(await session.changes())).toContain("it holds a secret, which is never stored")
      },
      { workspace: folder },
    )
    expect(stored().includes(form)).toBe(false)
  })

  it("still leaves unchanged what a person writes during the approval", async () => {
    const path = join(folder, "settings.ini")
    writeFileSync(path, `key = ${KEY}\n`)
    await withKnownKey(
      rewriting,
      async (agent) => {
        const session = await agent.open()
        await rewrite(session, () => writeFileSync(path, `key = ${KEY} # mine\n`))
        expect(JSON.stringify(await session.facts())).toContain("changed-since")
      },
      { workspace: folder },
    )
    expect(readFileSync(path, "utf8")).toBe(`key = ${KEY} # mine\n`)
    expectNotStored()
  })
})
