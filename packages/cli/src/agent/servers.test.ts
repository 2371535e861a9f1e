// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the environment is written in an .mcp.json.
import { describe, expect, it } from "vitest"
import { placed, type Server } from "./servers.ts"

const server = (definition: Server["definition"]): Server => ({
  name: "files",
  key: "files",
  definition,
  from: "/etc/shared/servers.json",
  trusted: true,
})

describe("placed", () => {
  it.each([
    ["in the workspace unless it says where", { command: "x" }, "/work", "/work"],
    ["in the cwd of its entry", { command: "x", cwd: "/srv" }, "/work", "/srv"],
    ["relative to its own file", { command: "x", cwd: "../data" }, "/work", "/etc/data"],
    ["in a cwd with a variable", { command: "x", cwd: "${HOME}/x" }, "/work", "${HOME}/x"],
    ["nowhere, if it is somewhere else anyway", { url: "http://x/mcp" }, "/work", undefined],
    ["nowhere, if we are in the workspace already", { command: "x" }, process.cwd(), undefined],
  ])("starts a server %s", (_, definition, workspace, cwd) => {
    expect(placed(server(definition), workspace).cwd).toBe(cwd)
  })
})
