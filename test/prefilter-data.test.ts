// `readData` reports what is wrong with a labelled set in one line, before anything is measured.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { readData } from "../bench/prefilter/data.ts"

const folder = mkdtempSync(join(tmpdir(), "pawl-labelled-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const tools = [{ server: "mail", name: "send", description: "Sends.", inputSchema: {} }]

function read(body: unknown): ReturnType<typeof readData> {
  const file = join(folder, "set.json")
  writeFileSync(file, typeof body === "string" ? body : JSON.stringify(body))
  return readData(file)
}

describe("a labelled set", () => {
  it.each<[string, unknown, string]>([
    ["must be JSON", "{nope", "cannot be read as JSON"],
    ["must be an object or a list", "null", 'has no "queries"'],
    ["must have queries", { tools, queries: [] }, 'has no "queries"'],
    ["must have tools", { tools: [], queries: [{ text: "a", tools: ["mail.send"] }] }, 'has no "tools"'],
    ["must name a tool for each query", { tools, queries: [{ text: "a", tools: [] }] }, "query 1 needs"],
    [
      "must name existing tools as needed",
      { tools, queries: [{ text: "a", tools: ["mail.read"] }] },
      'query 1 names "mail.read", and there is no such tool',
    ],
    [
      "must name existing tools as equals",
      { tools, queries: [{ text: "a", tools: ["mail.send"], anyOf: [["mail.send", "x"]] }] },
      'query 1 names "x"',
    ],
    [
      "may be a list of queries alone, for the bundled tools",
      [{ text: "a", tools: ["mail.gone"] }],
      'names "mail.gone"',
    ],
  ])("%s", (_what, body, words) => expect(read(body)).toContain(words))

  it("is returned when it is valid", () => {
    const queries = [{ text: "a", tools: ["mail.send"] }]
    expect(read({ tools, queries })).toMatchObject({ tools: [{ name: "mail.send" }], queries })
  })
})
