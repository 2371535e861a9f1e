// What is wrong with a labelled set is said in a line, before anything is measured.
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
    ["is JSON", "{nope", "cannot be read as JSON"],
    ["is an object or a list", "null", 'has no "queries"'],
    ["has queries", { tools, queries: [] }, 'has no "queries"'],
    ["has tools", { tools: [], queries: [{ text: "a", tools: ["mail.send"] }] }, 'has no "tools"'],
    ["needs a tool for each query", { tools, queries: [{ text: "a", tools: [] }] }, "query 1 needs"],
    [
      "names tools that are there",
      { tools, queries: [{ text: "a", tools: ["mail.read"] }] },
      'query 1 names "mail.read", and there is no such tool',
    ],
    [
      "names equals that are there",
      { tools, queries: [{ text: "a", tools: ["mail.send"], anyOf: [["mail.send", "x"]] }] },
      'query 1 names "x"',
    ],
    ["may be queries alone, for our own tools", [{ text: "a", tools: ["mail.gone"] }], 'names "mail.gone"'],
  ])("%s", (_what, body, words) => expect(read(body)).toContain(words))

  it("is read when nothing is wrong with it", () => {
    const queries = [{ text: "a", tools: ["mail.send"] }]
    expect(read({ tools, queries })).toMatchObject({ tools: [{ name: "mail.send" }], queries })
  })
})
