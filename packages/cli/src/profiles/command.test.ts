// `pawl profiles` through the real command.
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { PROFILE_LINES } from "@pawl/agent/profiles"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"

let place: Place
let folder: string

beforeAll(() => {
  place = makePlace()
  folder = join(place.home, "profiles")
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "brief.json"), JSON.stringify({ base: "terminal", about: "Few words.", resultChars: 500 }))
  writeFileSync(join(folder, "odd.json"), '{"instruction": "x"}')
})

afterAll(() => place.remove())

describe("pawl profiles", () => {
  it("lists all profiles with a line each, user-defined ones with their files, and the problem of a broken one", async () => {
    const { code, stdout, stderr } = await place.pawl(["profiles"])
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    const lines = stdout.trimEnd().split("\n")
    expect(lines.slice(0, -2)).toEqual(
      Object.entries(PROFILE_LINES).map(([name, about]) => `${name.padEnd(17)} ${about}`),
    )
    expect(lines.at(-2)).toBe(`${"brief".padEnd(17)} Few words. (${join(folder, "brief.json")})`)
    expect(lines.at(-1)).toMatch(
      /^odd +The profile ".*odd\.json" cannot be used: .*"instruction" \(allowed: name, base,/,
    )
    const listed = JSON.parse((await place.pawl(["profiles", "--json"])).stdout)
    expect(listed).toContainEqual({ name: "terminal", about: PROFILE_LINES.terminal, from: "built in" })
    expect(listed.at(-1)).toMatchObject({ name: "odd", problem: expect.stringContaining("cannot be used") })
  })

  it.each(Object.keys(PROFILE_LINES))("explains %s", async (name) => {
    const { code, stdout } = await place.pawl(["profiles", name])
    expect(code).toBe(0)
    const rows = stdout.matchAll(/^ {2}(\S.{21}) (\S.*)$/gm)
    expect([...rows].map(([, what]) => what?.trim())).toEqual(
      expect.arrayContaining([
        "text without a call",
        "calls in one answer",
        "iterations",
        "at the limit",
        "tool results",
        "model retries",
        "empty answers",
        "tool breaker",
        "dialect",
        "instructions",
      ]),
    )
  })

  it("explains a user-defined profile by what it changes, by name and by path", async () => {
    const { stdout } = await place.pawl(["profiles", "brief"])
    expect(stdout).toMatch(/^brief: Few words\.\nBased on terminal, from .*brief\.json\n/)
    expect(stdout).toMatch(/^ {2}tool results +500 characters of each$/m)
    expect(stdout).toMatch(/^ {2}iterations +15$/m)
    expect((await place.pawl(["profiles", join(folder, "brief.json")])).stdout).toBe(stdout)
    expect(JSON.parse((await place.pawl(["profiles", "brief", "--json"])).stdout)).toMatchObject({
      name: "brief",
      base: "terminal",
      iterations: 15,
      resultChars: 500,
      dialect: "native",
    })
  })

  it.each([
    ["wild", 2, /^pawl: There is no profile "wild"\. Use one of: default, .*, terminal, brief, odd\.\n$/],
    ["odd", 52, /^pawl: The profile ".*odd\.json" cannot be used: [^\n]*\n$/],
    ["./none.json", 42, /^pawl: There is no profile file [^\n]*\n$/],
  ])("refuses %s in one line", async (name, code, stderr) => {
    expect(await place.pawl(["profiles", name])).toMatchObject({
      code,
      stdout: "",
      stderr: expect.stringMatching(stderr),
    })
  })

  it("works when the configured profile does not exist", async () => {
    expect((await place.pawl(["profiles"], { env: { PAWL_PROFILE: "wild" } })).code).toBe(0)
  })
})

describe("pawl config", () => {
  it("shows the profile, the dialect and the fallbacks with their sources", async () => {
    writeFileSync(join(place.work, ".pawl.json"), JSON.stringify({ profile: "brief" }))
    const { stdout } = await place.pawl(["config", "--fallback", "a:1", "--fallback", "b:2"], {
      env: { PAWL_DIALECT: "xml" },
    })
    expect(stdout).toMatch(/^profile +brief +project \(.*\.pawl\.json\)$/m)
    expect(stdout).toMatch(/^dialect +xml +environment \(PAWL_DIALECT\)$/m)
    expect(stdout).toMatch(/^fallbacks +a:1, b:2 +flag \(--fallback\)$/m)
    expect((await place.pawl(["config", "get", "profile", "--profile", "terminal"])).stdout).toBe("terminal\n")
    expect((await place.pawl(["config", "schema", "profile"])).stdout).toContain('"title": "A profile of your own"')
    expect((await place.pawl(["config", "schema", "nonsense"])).code).toBe(2)
  })
})
