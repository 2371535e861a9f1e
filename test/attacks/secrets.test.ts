// Keys that the agent knows are never stored, in whatever form a person, a model or a tool gives them.
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createAgent, sqlite, tool } from "@pawl/agent"
import { call, modelServer } from "@pawl/agent/testing"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"

/** A decoy key. */
const KEY = "decoy-9f3kq81mzXvT4"
const LONG = `decoy-${"9f3kq81mzXvT4/".repeat(7)}`
const FORMS = {
  plain: KEY,
  base64: Buffer.from(KEY).toString("base64"),
  "base64 inside of other text": Buffer.from(`user:${KEY}`).toString("base64"),
  "percent-encoded": encodeURIComponent(`${KEY}`).replaceAll("-", "%2D"),
  "percent-encoded in small letters": encodeURIComponent(LONG).replaceAll("%2F", "%2f"),
  "base64 in lines": (
    Buffer.from(LONG)
      .toString("base64")
      .match(/.{1,76}/g) ?? []
  ).join("\n"),
  hex: Buffer.from(KEY).toString("hex"),
}

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-secrets-"))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

describe("the key of a provider", () => {
  it.each(Object.entries(FORMS))(
    "is in no byte of the store when a person, a model or a tool gives it: %s",
    async (_name, form) => {
      const leak = tool({
        name: "leak",
        description: "",
        input: { type: "object" },
        effect: "read",
        run: () => `got ${form}`,
      })
      await using server = await modelServer({
        script: ({ results }) =>
          results.length === 0 ? { calls: [call("leak", { note: form })] } : `The key is ${form}.`,
      })
      vi.stubEnv("OPENAI_API_KEY", /lines|small/.test(_name) ? LONG : KEY)
      vi.stubEnv("OPENAI_BASE_URL", server.openai)
      const path = join(folder, "pawl.db")
      const agent = await createAgent({ model: "openai:m", tools: [leak], store: sqlite(path) })
      const session = await agent.open()
      const { outcome } = await session.ask(`Here is my key: ${form}. Use it.`)
      const facts = JSON.stringify(await session.facts())
      await agent.close()
      expect(outcome).toBe("completed")
      expect(facts).toContain("[redacted]")
      const stored = readFileSync(path, "latin1")
      for (const each of [KEY, form]) expect(facts + stored).not.toContain(each)
    },
  )
})
