import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it, vi } from "vitest"
import { connecting } from "./connecting.ts"

describe("the schema", () => {
  it.each([
    ["postgres://db/pawl", {}, "pawl"],
    ["postgres://db/pawl?schema=team_a", {}, "team_a"],
    ["postgres://db/pawl", { schema: "team_a" }, "team_a"],
    ["postgres://db/pawl?connect_timeout=3&schema=team_a&application_name=mine", { schema: "team_a" }, "team_a"],
  ])("of %s with %j is %s", (url, options, schema) => {
    const how = connecting(url, options)
    expect(how.schema).toBe(schema)
    expect(how.config.options).toContain(`search_path=${schema} `)
  })

  it.each([
    ["postgres://db/pawl?schema=Team", {}, 'schema is "Team". Write at most 40 small letters'],
    ["postgres://db/pawl?schema=", {}, 'schema is "". Write at most 40'],
    ["postgres://db/pawl?schema=a%22;drop", {}, "Write at most 40"],
    [
      "postgres://db/pawl?schema=team_a",
      { schema: "team_b" },
      'is "team_b", and "team_a" in the url. Write one of them',
    ],
  ])("of %s with %j is refused", (url, options, message) => {
    expect(() => connecting(url, options)).toThrow(message)
  })

  it("leaves the other parameters of the url to the driver", () => {
    const { config } = connecting("postgres://db/pawl?schema=a&application_name=mine&statement_timeout=5", {})
    expect(config).toMatchObject({ application_name: "mine", statement_timeout: "5" })
  })
})

describe("sslmode", () => {
  const folder = mkdtempSync(join(tmpdir(), "pawl-pg-"))
  const file = join(folder, "authority.crt")
  writeFileSync(file, "an authority")
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const tls = (query: string) => connecting(`postgres://db/pawl?${query}`, {}).config.ssl

  it.each([
    ["disable", false, false],
    ["no-verify", { rejectUnauthorized: false }, { ca: "an authority", rejectUnauthorized: false }],
    // These check certificate and name, whatever a later driver makes of them.
    ["prefer", {}, { ca: "an authority" }],
    ["require", {}, { ca: "an authority" }],
    ["verify-ca", {}, { ca: "an authority" }],
    ["verify-full", {}, { ca: "an authority" }],
  ])("%s is what we say, and Node prints no warning of it", (mode, alone, withAuthority) => {
    const warned = vi.spyOn(process, "emitWarning")
    expect(tls(`sslmode=${mode}`)).toEqual(alone)
    expect(tls(`sslrootcert=${encodeURIComponent(file)}&sslmode=${mode}`)).toEqual(withAuthority)
    expect(warned).not.toHaveBeenCalled()
    warned.mockRestore()
  })

  it.each(["nonsense", "", "REQUIRE", "constructor"])('"%s" is refused, with those that there are', (mode) => {
    const known = "Write one of disable, no-verify, prefer, require, verify-ca, verify-full."
    expect(() => tls(`sslmode=${mode}`)).toThrow(`says sslmode=${mode}, which there is not. ${known}`)
  })

  it("has libpq's meaning for those who ask for it, and none where it is not named", () => {
    expect(tls("uselibpqcompat=true&sslmode=require")).toEqual({ rejectUnauthorized: false })
    expect(tls("application_name=mine")).toBeUndefined()
  })
})
