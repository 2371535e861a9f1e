import { describe, expect, it } from "vitest"
import { registryOf } from "./registry.ts"
import { resolveName, resolveTool } from "./resolve.ts"
import type { Tool } from "./tool.ts"
import { fixedTools } from "./toolbox.ts"

const aTool = (name: string, origin?: Tool["origin"]): Tool => ({
  name,
  description: "",
  input: { type: "object" },
  run: () => "",
  ...(origin !== undefined && { origin }),
})

const registry = registryOf([
  fixedTools([aTool("read_file"), aTool("search")]),
  fixedTools([
    aTool("files__read_file", { server: "files", tool: "read_file" }),
    aTool("files__a_b_1a2b3c4d", { server: "files", tool: "a b" }),
    aTool("my_web__search", { server: "my_web", tool: "search" }),
  ]),
])()

describe("resolveTool", () => {
  it.each([
    [undefined, "read_file", "read_file"],
    ["", "search", "search"],
    ["local", "read_file", "read_file"],
    [undefined, "files__read_file", "files__read_file"],
    ["local", "files__read_file", "files__read_file"],
    ["files", "read_file", "files__read_file"],
    [" files ", "files__read_file", "files__read_file"],
    ["files", "a b", "files__a_b_1a2b3c4d"],
    ["my_web", "search", "my_web__search"],
    ["my web", "search", "my_web__search"],
  ])("takes server %j and tool %j for %s", (server, tool, name) => {
    const asked = { tool, ...(server !== undefined && { server }) }
    expect(resolveTool(asked, registry)).toEqual({ kind: "found", registered: registry.byName.get(name) })
  })

  it.each([
    ["nobody", "read_file", 'There is no server "nobody". There are: local, files, my_web.'],
    ["files", "search", 'Server "files" has no tool "search". It has: read_file, a b.'],
    ["my_web", "read_file", 'Server "my_web" has no tool "read_file". It has: search.'],
    ["local", "nothing", /^There is no tool "nothing"\. There are: read_file, search, files__read_file, /],
    [undefined, "nothing", /^There is no tool "nothing"\. /],
  ])("refuses server %j and tool %j, and says what there is", (server, tool, problem) => {
    const asked = { tool, ...(server !== undefined && { server }) }
    const words = typeof problem === "string" ? problem : expect.stringMatching(problem)
    expect(resolveTool(asked, registry)).toEqual({ kind: "missing", problem: words })
  })
})

describe("resolveName (F5)", () => {
  it.each([
    ["read_file", "read_file"],
    ["files__read_file", "files__read_file"],
    ["files__a b", "files__a_b_1a2b3c4d"],
    ["local__read_file", "read_file"],
  ])("takes %j for %s", (name, found) => {
    expect(resolveName(name, registry)).toEqual({ kind: "found", registered: registry.byName.get(found) })
  })

  it.each([
    ["nowhere__read_file", /no server "nowhere".*local, files, my_web/],
    ["files__write", /Server "files" has no tool "write".*read_file/],
    ["write", /no tool "write"/],
  ])("says what there is instead of %j", (name, says) => {
    expect(resolveName(name, registry)).toEqual({ kind: "missing", problem: expect.stringMatching(says) })
  })
})
