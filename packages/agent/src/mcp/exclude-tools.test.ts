// Tools that an entry leaves out: models do not get them, people still see them, and the stored list stays.
import { describe, expect, it } from "vitest"
import { isPawlError } from "../contracts/error.ts"
import { scratch, servers } from "./__fixtures__/peers.ts"
import { loadServers, type McpEntry } from "./config.ts"
import { listCache } from "./list-cache.ts"
import { mcpTools } from "./mcp-tools.ts"

const inputSchema = { type: "object" }
const LIST = [
  { name: "look", description: "Looks.", inputSchema, annotations: { readOnlyHint: true } },
  { name: "drop", inputSchema, annotations: { destructiveHint: true } },
  { name: "take it", inputSchema, verifies: true },
  { name: "take_it", inputSchema, annotations: { idempotentHint: true } },
]

/** The tools of a server whose list is known from before, when its entry left out nothing. */
function known(more: Partial<McpEntry>) {
  const cacheFolder = scratch()
  const [before] = servers({ shop: { command: "x" } })
  if (before !== undefined) listCache(cacheFolder).write(before, LIST)
  return mcpTools(servers({ shop: { command: "x", ...more } }), { cacheFolder })
}
const names = (source: ReturnType<typeof known>) => source.tools().map(({ name }) => name)

describe("tools that an entry leaves out", () => {
  it("do not exist for models, and the others keep their names", () => {
    const all = names(known({}))
    expect(all).toHaveLength(4)
    const some = known({ excludeTools: ["take_it", "drop", "no such tool"] })
    expect(names(some)).toEqual(all.filter((name) => name !== "shop__take_it" && name !== "shop__drop"))
    expect(some.status()).toMatchObject([{ tools: 2 }])
  })

  it("are shown to people, with what a call of each does", () => {
    const [status] = known({ excludeTools: ["drop"] }).status()
    expect(status?.list).toMatchObject([
      { name: "look", calledAs: "shop__look", description: "Looks.", effect: "read", isExcluded: false },
      { name: "drop", calledAs: "shop__drop", effect: "once", risk: "destructive", isExcluded: true },
      { name: "take it", effect: "once", isExcluded: false },
      { name: "take_it", calledAs: "shop__take_it", effect: "idempotent", isExcluded: false },
    ])
  })

  it("still tell whether a call took effect", () => {
    const take = known({ excludeTools: ["take it"] }).tools()
    expect(take.find(({ effect }) => effect === "once")).toMatchObject({ verify: expect.any(Function) })
  })

  it.each([["drop"], [["drop", 1]], [{}]])("are a list of names, and %j is none", (excludeTools) => {
    const entry = { command: "x", excludeTools } as unknown as McpEntry
    let said = ""
    try {
      loadServers({ mcpServers: { shop: entry } })
    } catch (error) {
      if (isPawlError(error, "config-invalid")) said = error.message
    }
    expect(said).toContain('"excludeTools" must be a list of names of tools')
  })
})
