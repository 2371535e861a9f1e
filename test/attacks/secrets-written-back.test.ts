// A model is shown "[redacted]" where a known secret stands. What it writes back must not replace the secret by that
// mark; and a common word that happens to be a key must not be removed from what it writes.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type AgentOptions, createAgent, memory } from "@pawl/agent"
import { call, modelServer } from "@pawl/agent/testing"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"

const KEY = "sk-decoy-9f3kq81mzXvT4aaaa"
let folder = ""
const at = (name: string) => join(folder, name)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-back-"))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

async function playCall(
  key: string,
  [tool, input]: readonly [string, Record<string, string>],
  more: Pick<AgentOptions, "undo"> = {},
) {
  await using server = await modelServer({
    script: ({ results }) => (results.length === 0 ? { calls: [call(tool, input)] } : "done"),
  })
  vi.stubEnv("OPENAI_API_KEY", key)
  vi.stubEnv("OPENAI_BASE_URL", server.openai)
  await using agent = await createAgent({
    model: "openai:m",
    workspace: folder,
    store: memory(),
    approve: "auto",
    ...more,
  })
  const session = await agent.open({ id: "s" })
  await session.ask("go")
  return (await session.facts()).find((fact) => fact.type === "tool-finished")
}

describe("a file that holds a key", () => {
  it.each<[string, readonly [string, Record<string, string>]]>([
    ["written back whole", ["write_file", { path: ".env", content: "OPENAI_API_KEY=[redacted]\nB=3\n" }]],
    ["changed around it", ["edit_file", { path: ".env", old_text: "B=2", new_text: "K=[redacted]" }]],
  ])("is not %s with the mark in place of the key", async (_, wanted) => {
    writeFileSync(at(".env"), `OPENAI_API_KEY=${KEY}\nB=2\n`)
    expect(await playCall(KEY, wanted)).toMatchObject({ outcome: "refused", code: "holds-secret" })
    expect(readFileSync(at(".env"), "utf8")).toBe(`OPENAI_API_KEY=${KEY}\nB=2\n`)
  })

  it("is not written back where undo is off either", async () => {
    writeFileSync(at(".env"), `K=${KEY}\n`)
    const wanted = ["write_file", { path: ".env", content: "K=[redacted]\n" }] as const
    expect(await playCall(KEY, wanted, { undo: false })).toMatchObject({ code: "holds-secret" })
    expect(readFileSync(at(".env"), "utf8")).toBe(`K=${KEY}\n`)
  })

  it("may be changed elsewhere", async () => {
    writeFileSync(at(".env"), `OPENAI_API_KEY=${KEY}\nB=2\n`)
    expect(await playCall(KEY, ["edit_file", { path: ".env", old_text: "B=2", new_text: "B=3" }])).toMatchObject({
      outcome: "ok",
    })
    expect(readFileSync(at(".env"), "utf8")).toBe(`OPENAI_API_KEY=${KEY}\nB=3\n`)
  })

  it("is no obstacle to writing the mark into another file", async () => {
    expect(await playCall(KEY, ["write_file", { path: "a.txt", content: "K=[redacted]" }])).toMatchObject({
      outcome: "ok",
    })
    expect(readFileSync(at("a.txt"), "utf8")).toBe("K=[redacted]")
  })
})

it.each(["ollama", "Google", "LOCALHOST", "anything"])(
  "a key that is the common word %s stays in what is written",
  async (word) => {
    await playCall(word, ["write_file", { path: `${word}.txt`, content: `import ${word}` }])
    expect(readFileSync(at(`${word}.txt`), "utf8")).toBe(`import ${word}`)
  },
)
