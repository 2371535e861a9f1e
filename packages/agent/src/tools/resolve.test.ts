import { describe, expect, it } from "vitest"
import { registryOf } from "./registry.ts"
import { resolveName, resolveTool } from "./resolve.ts"
import type { Tool } from "./tool.ts"
import { fixedTools } from "./toolbox.ts"

const aTool = (name: string, origin?: Tool["origin"]): Tool => ({
  name,
  description: "",
  input: { type: "object" },
  effect: "once",
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
  ])("resolves server %j and tool %j to %s (F5)", (server, tool, name) => {
    const asked = { tool, ...(server !== undefined && { server }) }
    expect(resolveTool(asked, registry)).toEqual({ kind: "found", registered: registry.byName.get(name) })
  })

  it.each([
    ["nobody", "read_file", 'There is no server "nobody". There are: local, files, my_web.'],
    ["files", "search", 'Server "files" has no tool "search". It has: read_file, a b.'],
    ["my_web", "read_file", 'Server "my_web" has no tool "read_file". It has: search.'],
    ["local", "nothing", /^There is no tool "nothing"\. The nearest are: \w+, \w+, \w+\.$/],
    [undefined, "nothing", /^There is no tool "nothing"\. /],
  ])("refuses server %j and tool %j, and lists what exists (F5)", (server, tool, problem) => {
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
  ])("resolves %j to %s", (name, found) => {
    expect(resolveName(name, registry)).toEqual({ kind: "found", registered: registry.byName.get(found) })
  })

  it.each([
    ["nowhere__read_file", /no server "nowhere".*local, files, my_web/],
    ["files__write", /Server "files" has no tool "write".*read_file/],
    ["write", /no tool "write"/],
  ])("refuses %j and lists what exists", (name, says) => {
    expect(resolveName(name, registry)).toEqual({ kind: "missing", problem: expect.stringMatching(says) })
  })
})

describe("resolveName with a name that is not exact", () => {
  const many = registryOf([
    fixedTools([aTool("move_file"), aTool("list_directory"), { ...aTool("delete_file"), risk: "destructive" }]),
    fixedTools([
      aTool("files__list_dir", { server: "files", tool: "list_dir" }),
      aTool("files__copy_file", { server: "files", tool: "copy_file" }),
      aTool("a__find_text", { server: "a", tool: "find_text" }),
      aTool("b__find_text", { server: "b", tool: "find_text" }),
      aTool("b__find_texts", { server: "b", tool: "find_texts" }),
      { ...aTool("b__drop_record", { server: "b", tool: "drop_record" }), risk: "unknown" },
    ]),
  ])()

  it.each([
    ["rename_file", "move_file"],
    ["list_dir", "files__list_dir"],
    ["files.list_dir", "files__list_dir"],
    ["files/copy_file", "files__copy_file"],
    ["copy_file", "files__copy_file"],
    ["moveFile", "move_file"],
    ["files__copyfiles", "files__copy_file"],
    ["copyFile", "files__copy_file"],
    ["list_directry", "list_directory"],
    ["remove_file", "delete_file"],
    ["b__dropRecord", "b__drop_record"],
    ["own_name", "files__copy_file"],
  ])("resolves %s to %s (L15)", (name, full) => {
    const resolved = resolveName(name, many, { aliases: { own_name: ["nothing_like_it", "copy_file"] } })
    expect(resolved).toMatchObject({ kind: "found", registered: { tool: { name: full } } })
  })

  it.each([
    ["find_text", /"find_text" may mean one of several tools: a__find_text, b__find_text\./],
    ["findText", /may mean one of several tools: a__find_text, b__find_text\./],
    ["copy_files", /There is no tool "copy_files"/],
    ["b__drop_records", /Server "b" has no tool "drop_records"/],
    ["b__drop_recrod", /Server "b" has no tool "drop_recrod"/],
    ["delete_files", /There is no tool "delete_files"\. The nearest are: delete_file, \w+, \w+\./],
    ["files__find_text", /Server "files" has no tool "find_text"\. It has: \w+, \w+\./],
    ["write_file", /There is no tool "write_file"\. The nearest are: \w+, \w+, \w+\./],
    ["constructor", /There is no tool "constructor"/],
  ])("refuses %s with suggestions (L15)", (name, says) => {
    expect(resolveName(name, many)).toEqual({ kind: "missing", problem: expect.stringMatching(says) })
  })

  it("reports the repair of a name, and none for an exact name", () => {
    expect(resolveName("rename_file", many)).toMatchObject({ repair: '"rename_file" is taken as "move_file"' })
    expect(resolveName("files__list_dir", many)).not.toHaveProperty("repair")
  })
})
