import { describe, expect, it } from "vitest"
import type { JsonObject } from "../../contracts/json.ts"
import { compileSchema } from "../input-schema.ts"
import type { Tool } from "../tool.ts"
import { around } from "./__fixtures__/around.ts"
import { repairArguments } from "./repair-arguments.ts"

interface Case {
  readonly tool: string
  readonly about?: string
  readonly given: JsonObject
  /** Descriptions of parameters. */
  readonly words?: Readonly<Record<string, string>>
}

function repair({ tool: name, about = "", given, words = {} }: Case) {
  const names = [...Object.keys(given), ...Object.keys(words)]
  const properties = Object.fromEntries(names.map((each) => [each, { description: words[each] ?? "" }]))
  const input: JsonObject = { type: "object", properties }
  const tool: Tool = {
    name,
    description: about,
    input,
    effect: "once",
    run: () => "",
    localPaths: { isSupposed: true },
  }
  const there = around("/home/ann/Documents", "/home/ann/proj", "/home/ann/a.txt")
  return repairArguments(given, { tool, schema: compileSchema(name, input) }, there)
}

describe("the paths of a server's tool", () => {
  it.each<[string, Case, string]>([
    ["the tool's name mentions files", { tool: "fs__read_file", given: { path: "~/new" } }, "/home/ann/new"],
    [
      "the tool's name mentions directories",
      { tool: "list_directory", given: { path: "Documents" } },
      "/home/ann/Documents",
    ],
    [
      "the tool's description mentions files",
      { tool: "open", about: "Opens a file.", given: { path: "Documents/x" } },
      "/home/ann/Documents/x",
    ],
    [
      "the parameter's description mentions files",
      { tool: "open", given: { path: "~/b" }, words: { path: "A file" } },
      "/home/ann/b",
    ],
    ["the repaired path exists", { tool: "git_status", given: { repo_path: "~/proj" } }, "/home/ann/proj"],
    ["a placeholder's home is used", { tool: "open", given: { path: "/home/user/a.txt" } }, "/home/ann/a.txt"],
  ])("are repaired when %s", async (_, given, meant) => {
    const { arguments: repaired } = await repair(given)
    expect(Object.values(repaired)).toEqual([meant])
  })

  it.each<[string, Case]>([
    ["a folder of mails", { tool: "move_message", given: { message_id: "1", folder: "Documents" } }],
    ["a folder of anything", { tool: "list", given: { folder: "Documents" } }],
    ["a repaired path that would not exist", { tool: "open", given: { path: "~/nothing" } }],
    ["a host", { tool: "read_file", given: { path: "~/.ssh/id", host: "prod" } }],
    ["an optional host", { tool: "read_file", given: { path: "~/a.txt" }, words: { hostname: "" } }],
    ["another machine's path", { tool: "copy_file", given: { remote_path: "~/a.txt" } }],
    ["a repository by name", { tool: "read_file", given: { repo: "me/it", path: "~/a.txt" } }],
    ["an account", { tool: "read_file", given: { as: "root@prod", path: "~/a.txt" } }],
    [
      "a description that mentions a container",
      { tool: "read_file", given: { path: "~/a.txt" }, words: { path: "In the container" } },
    ],
    ["an upload", { tool: "upload_file", given: { source: "~/a.txt", destination: "Documents/x" } }],
    ["a tool of another machine", { tool: "ssh_read_file", given: { path: "~/a.txt" } }],
  ])("are left unchanged with %s", async (_, given) => {
    expect(await repair(given)).toMatchObject({ arguments: given.given, repairs: [] })
  })
})
