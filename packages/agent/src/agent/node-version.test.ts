// An old Node gets one sentence; package.json promises the same versions.
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { checkNode } from "./node-version.ts"

describe("the version of Node", () => {
  it.each(["14.21.3", "20.20.2", "22.12.0", "22.13.1"])("says in one sentence that Node %s is too old", (version) => {
    expect(() => checkNode(version)).toThrow(
      expect.objectContaining({
        code: "config-invalid",
        message: `@pawl/agent needs Node 22.14 or newer, and this is Node ${version}. Get one from https://nodejs.org.`,
      }),
    )
  })

  it.each(["22.14.0", "23.0.0", "24.21.0", process.versions.node])("accepts Node %s", (version) => {
    expect(checkNode(version)).toBeUndefined()
  })

  it("is the one that package.json asks for", () => {
    const { engines } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"))
    expect(engines).toEqual({ node: ">=22.14" })
  })
})
