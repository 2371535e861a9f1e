import { describe, expect, it } from "vitest"
import type { JsonObject } from "../../contracts/json.ts"
import { compileSchema } from "../input-schema.ts"
import type { Tool } from "../tool.ts"
import { around } from "./__fixtures__/around.ts"
import { repairArguments } from "./repair-arguments.ts"

const input: JsonObject = {
  type: "object",
  properties: {
    path: { type: "string" },
    paths: { type: "array", items: { type: "string" } },
    count: { type: "number", maximum: 10 },
    note: { type: "string", pattern: "^[^/]*$" },
  },
  required: ["path"],
  additionalProperties: false,
}

function repair(given: JsonObject, localPaths: Tool["localPaths"] = {}, schema = input) {
  const tool: Tool = { name: "read", description: "", input: schema, effect: "once", run: () => "", localPaths }
  const registered = { tool, schema: compileSchema("read", schema) }
  return repairArguments(given, registered, around("/home/ann/Desktop"))
}

describe("repairArguments", () => {
  it.each<[string, JsonObject, JsonObject, number]>([
    ["leaves arguments that fit unchanged", { path: "a.txt", count: 1 }, { path: "a.txt", count: 1 }, 0],
    [
      "repairs names, values and paths together",
      { file_path: "~/a", count: "5" },
      { path: "/home/ann/a", count: 5 },
      3,
    ],
    ["repairs paths in lists", { path: "a", paths: ["b", "~/c"] }, { path: "a", paths: ["b", "/home/ann/c"] }, 1],
    ["repairs paths only in path parameters", { path: "a", note: "~" }, { path: "a", note: "~" }, 0],
  ])("%s", async (_, given, meant, repairs) => {
    const repaired = await repair(given)
    expect(repaired.arguments).toEqual(meant)
    expect(repaired.repairs).toHaveLength(repairs)
    expect(repaired.checked.ok).toBe(true)
  })

  it.each<[string, JsonObject]>([
    ["that would still not fit", { path: "a", count: "11" }],
    ["that can be repaired only in part", { path: "~/a", count: "five" }],
    ["that lack a required one", { count: "5" }],
  ])("leaves arguments %s unchanged and keeps the first check's problems", async (_, given) => {
    const repaired = await repair(given)
    expect(repaired).toMatchObject({ arguments: given, repairs: [], checked: { ok: false } })
  })

  it("describes each repair", async () => {
    const { repairs } = await repair({ filePath: "Desktop", count: "5" })
    expect(repairs).toEqual([
      '"filePath" is taken as "path"',
      '"count" was the text "5", taken as a number',
      '"path" was "Desktop", taken as "/home/ann/Desktop"',
    ])
  })

  it.each<[Tool["localPaths"], string, string]>([
    [{}, "Desktop/a", "/home/ann/Desktop/a"],
    [{ within: "/home/ann" }, "Desktop/a", "/home/ann/Desktop/a"],
    [{ within: "/home" }, "Desktop/a", "/home/ann/Desktop/a"],
    [{ within: "/work" }, "Desktop/a", "Desktop/a"],
    [{ within: "/home/an" }, "Desktop/a", "Desktop/a"],
    [{ within: "/work" }, "/home/user/a", "/home/user/a"],
    [{ within: "/work" }, "~/a", "/home/ann/a"],
  ])("makes no guess outside of the tool's folder: %j, %s -> %s", async (localPaths, path, meant) => {
    expect((await repair({ path }, localPaths)).arguments).toEqual({ path: meant })
  })

  it("leaves paths of a tool without localPaths unchanged", async () => {
    const tool: Tool = { name: "read", description: "", input, effect: "once", run: () => "" }
    const registered = { tool, schema: compileSchema("read", input) }
    const repaired = await repairArguments({ path: "~/a" }, registered, around())
    expect(repaired).toMatchObject({ arguments: { path: "~/a" }, repairs: [] })
  })
})
