// Pawl as npm installs it, without a checkout: it does not offer the demo, which it cannot run.
import { spawnSync } from "node:child_process"
import { cpSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makePlace, type Place } from "./__fixtures__/pawl.ts"
import { hasPty, startPty } from "./__fixtures__/pty.ts"

let place: Place
let bin: string

beforeAll(() => {
  place = makePlace()
  const folder = join(place.root, "pawl")
  for (const part of ["bin", "schema", "src", "package.json"])
    cpSync(fileURLToPath(new URL(`../${part}`, import.meta.url)), join(folder, part), { recursive: true })
  symlinkSync(fileURLToPath(new URL("../../../node_modules", import.meta.url)), join(folder, "node_modules"))
  bin = join(folder, "bin/pawl.js")
})

afterAll(() => place.remove())

function pawl(...words: readonly string[]) {
  const { NODE_OPTIONS: _, ...inherited } = process.env
  const env = { ...inherited, ...place.base, PAWL_MODEL: "" }
  return spawnSync(process.execPath, [bin, ...words], { env, cwd: place.work, encoding: "utf8", input: "" })
}

describe("pawl without a checkout", () => {
  it.skipIf(!hasPty)("says how to get a model, and does not offer the demo", async () => {
    const { see, type, ended, screen } = startPty(place, [], { env: { PAWL_MODEL: "" }, bin })
    await see("No model is configured yet.")
    await see("Which provider?")
    type("\r")
    expect(await ended).toBe(52)
    expect(screen()).not.toMatch(/demo/i)
  })

  it("does not mention the demo when no model is configured", () => {
    const { status, stderr } = pawl("-p", "x")
    expect(status).toBe(52)
    expect(stderr).toMatch(/^pawl: No model is configured\. .* lists providers\.\n$/)
  })

  it("shows the help instead when there is nothing to answer", () => {
    const { status, stdout, stderr } = pawl()
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
    expect(stdout).toBe(pawl("--help").stdout)
  })

  it("says that the demo needs a checkout", () => {
    expect(pawl("--help").stdout).toMatch(/^ {2}demo +in a checkout: /m)
    expect(pawl("help", "demo").stdout).toContain("Needs a checkout of Pawl")
    expect(pawl("demo")).toMatchObject({ status: 1, stderr: expect.stringContaining("Get a checkout of Pawl") })
  })
})
