import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { serverName, toolNames } from "./names.ts"

describe("tool names", () => {
  it("are unique and accepted by every provider, for any names of servers and tools", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string()), fc.uniqueArray(fc.string({ maxLength: 90 })), (keys, tools) => {
        const servers = [...new Set(keys.map(serverName))].filter((server) => server !== "")
        const names = servers.flatMap((server) => [...toolNames(server, tools).values()])
        expect(names.every((name) => /^[a-zA-Z0-9_-]{1,64}$/.test(name))).toBe(true)
        expect(new Set(names).size).toBe(servers.length * tools.length)
      }),
    )
  })

  it("do not depend on the order of the list", () => {
    const tools = ["a.b", "a_b", "a b"]
    expect(toolNames("s", tools.toReversed())).toEqual(toolNames("s", tools))
    expect(toolNames("s", tools).get("a_b")).toBe("s__a_b")
  })

  it("separate server and tool at the first __", () => {
    expect(serverName("a__b_")).toBe("a_b")
    expect(serverName("my server!")).toBe("my_server")
    expect(serverName("x".repeat(80))).toHaveLength(32)
  })
})
