// The formats in which small models write one call: each leads to the same execution (L27), over the real wire.
import { describe, expect, it } from "vitest"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import type { JsonObject } from "../../packages/agent/src/contracts/json.ts"
import { modelFrom } from "../../packages/agent/src/model/providers.ts"
import { call, type ScriptReply } from "../../packages/agent/src/model/scripted.ts"
import { modelServer } from "../../packages/agent/src/testing/model-server.ts"
import { tool } from "../../packages/agent/src/tools/tool.ts"

const ARGUMENTS = { path: "notes/report.txt", text: 'a "quoted" [word], (and) more', times: 2 }
const BRACKET = `[files.write(path="notes/report.txt", text="a \\"quoted\\" [word], (and) more", times=2)]`
const PYTHONIC = `Tool: files.write\nArguments: ${JSON.stringify(ARGUMENTS)}`

/** What a turn did in which the model gave these replies, one after the other. */
async function playTurn(dialect: string, replies: readonly ScriptReply[]) {
  const runs: JsonObject[] = []
  const write = tool({
    name: "files__write",
    description: "Writes a file.",
    input: {
      type: "object",
      properties: { path: { type: "string" }, text: { type: "string" }, times: { type: "integer" } },
      required: ["path", "text"],
    },
    effect: "once",
    run: (given) => {
      runs.push(given as JsonObject) // Validated by its schema.
      return "written"
    },
  })
  let asked = 0
  await using server = await modelServer({ script: () => replies[asked++] ?? "Done." })
  const model = modelFrom("openai:m", { baseUrl: server.openai, apiKey: "k", env: {} })
  await using agent = await createAgent({
    model,
    tools: [write],
    profile: "local-desktop",
    approve: "auto",
    dialect,
    finish: "structure",
  })
  const session = await agent.open()
  const { outcome, text } = await session.ask("Write the report.")
  const finished = (await session.facts()).flatMap((fact) =>
    fact.type === "tool-finished" ? [{ name: fact.name, outcome: fact.outcome, content: fact.content }] : [],
  )
  return { runs, finished, outcome, text, asked }
}

describe("local-desktop", () => {
  it("L27: bracket, pythonic and native formats of the same call yield the same execution", async () => {
    const native = await playTurn("native", [{ calls: [call("files__write", ARGUMENTS)] }])
    expect(native).toEqual({
      runs: [ARGUMENTS],
      finished: [{ name: "files__write", outcome: "ok", content: [{ type: "text", text: "written" }] }],
      outcome: "completed",
      text: "Done.",
      asked: 2,
    })
    expect(await playTurn("bracket", [BRACKET])).toEqual(native)
    expect(await playTurn("pythonic", [PYTHONIC])).toEqual(native)
  })

  it.each([
    { dialect: "native", says: "The result is in `report.txt`." },
    { dialect: "bracket", says: "The result is in `report.txt`." },
    { dialect: "bracket", says: "See [report.txt] for all of it." },
    { dialect: "bracket", says: "It is in [report.txt](notes/report.txt)." },
    { dialect: "pythonic", says: "The result is in `report.txt`." },
    { dialect: "pythonic", says: "I wrote it to\nreport.txt" },
  ])("L27: the file name in $says is never taken for a tool ($dialect)", async ({ dialect, says }) => {
    expect(await playTurn(dialect, [says])).toEqual({
      runs: [],
      finished: [],
      outcome: "completed",
      text: says,
      asked: 1,
    })
  })

  it.each([
    { dialect: "bracket", says: '[report.txt(path="a", text="b")]' },
    { dialect: "pythonic", says: 'Tool: report.txt\nArguments: {"path": "a", "text": "b"}' },
  ])("L27: a file name is not taken for a tool even where a call is expected ($dialect)", async ({ dialect, says }) => {
    const { runs, finished } = await playTurn(dialect, [says])
    expect(runs).toEqual([])
    expect(finished.filter(({ outcome }) => outcome === "ok")).toEqual([])
  })
})
