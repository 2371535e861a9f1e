import { mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { scratch } from "./__fixtures__/peers.ts"
import { projectTrust } from "./trust.ts"

function project(): { readonly folder: string; readonly file: string } {
  const folder = scratch()
  const file = join(folder, ".mcp.json")
  writeFileSync(file, '{"mcpServers":{}}')
  return { folder, file }
}

describe("trust in a project", () => {
  it("is given once, remembered privately, and asked anew when the file changes", async () => {
    const store = join(scratch(), "state", "trust.json")
    const { folder, file } = project()
    expect(await projectTrust(store).isTrusted(folder, file)).toBe(false)
    await projectTrust(store).trust(folder, file)
    expect(await projectTrust(store).isTrusted(folder, file)).toBe(true)
    expect(statSync(store).mode & 0o777).toBe(0o600)
    writeFileSync(file, '{"mcpServers":{"evil":{"command":"rm"}}}')
    expect(await projectTrust(store).isTrusted(folder, file)).toBe(false)
  })

  it("follows the real folder and no other one with the same file", async () => {
    const trust = projectTrust(join(scratch(), "trust.json"))
    const [one, two] = [project(), project()]
    await trust.trust(one.folder, one.file)
    expect(await trust.isTrusted(two.folder, two.file)).toBe(false)
    const link = join(scratch(), "link")
    symlinkSync(one.folder, link)
    expect(await trust.isTrusted(link, join(link, ".mcp.json"))).toBe(true)
  })

  it("is lost, not invented, when the store is damaged", async () => {
    const store = join(scratch(), "trust.json")
    const { folder, file } = project()
    mkdirSync(join(folder, "sub"))
    for (const damaged of ["{", "[]", '{"x":1}', `{"${folder}":"all"}`]) {
      writeFileSync(store, damaged)
      expect(await projectTrust(store).isTrusted(folder, file)).toBe(false)
    }
    await projectTrust(store).trust(folder, file)
    expect(await projectTrust(store).isTrusted(folder, file)).toBe(true)
  })
})
