import { statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { scratch } from "./__fixtures__/peers.ts"
import { projectTrust } from "./trust.ts"

const servers = { files: { command: "one", args: ["a", "b"], env: { A: "1", B: "2" } } }

describe("trust in a project", () => {
  it("is given once and remembered privately", async () => {
    const store = join(scratch(), "state", "trust.json")
    const folder = scratch()
    expect(await projectTrust(store).isTrusted(folder, servers)).toBe(false)
    await projectTrust(store).trust(folder, servers)
    expect(await projectTrust(store).isTrusted(folder, servers)).toBe(true)
    expect(statSync(store).mode & 0o777).toBe(0o600)
  })

  it.each([
    ["another command", { files: { ...servers.files, command: "two" } }],
    ["arguments in another order", { files: { ...servers.files, args: ["b", "a"] } }],
    ["another variable", { files: { ...servers.files, env: { A: "1", B: "3" } } }],
    ["one more server", { ...servers, evil: { command: "rm" } }],
    ["another name", { elif: servers.files }],
    ["a list in place of an object", Object.entries(servers)],
    ["nothing at all", {}],
  ])("is asked anew for %s", async (_, changed) => {
    const trust = projectTrust(join(scratch(), "trust.json"))
    const folder = scratch()
    await trust.trust(folder, servers)
    expect(await trust.isTrusted(folder, changed)).toBe(false)
    await trust.trust(folder, changed)
    // The user may switch back to another branch without being asked again.
    expect(await trust.isTrusted(folder, changed)).toBe(true)
    expect(await trust.isTrusted(folder, servers)).toBe(true)
  })

  it("does not depend on the order of keys", async () => {
    const trust = projectTrust(join(scratch(), "trust.json"))
    const folder = scratch()
    await trust.trust(folder, servers)
    const { command, args, env } = servers.files
    expect(await trust.isTrusted(folder, { files: { env: { B: env.B, A: env.A }, args, command } })).toBe(true)
  })

  it("applies to the real folder, and to no other one with the same servers", async () => {
    const trust = projectTrust(join(scratch(), "trust.json"))
    const [one, two] = [scratch(), scratch()]
    await trust.trust(one, servers)
    expect(await trust.isTrusted(two, servers)).toBe(false)
    const link = join(scratch(), "link")
    symlinkSync(one, link)
    expect(await trust.isTrusted(link, servers)).toBe(true)
  })

  it("is lost when the store is damaged", async () => {
    const store = join(scratch(), "trust.json")
    const folder = scratch()
    for (const damaged of ["{", "[]", '{"x":1}', `{"${folder}":"all"}`]) {
      writeFileSync(store, damaged)
      expect(await projectTrust(store).isTrusted(folder, servers)).toBe(false)
    }
    await projectTrust(store).trust(folder, servers)
    expect(await projectTrust(store).isTrusted(folder, servers)).toBe(true)
  })
})
