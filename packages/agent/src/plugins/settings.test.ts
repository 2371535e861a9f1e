import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { z } from "zod"
import type { Json, JsonObject } from "../contracts/json.ts"
import { knownSecrets } from "../secrets/known-secrets.ts"
import type { InputSchema } from "../tools/input-schema.ts"
import { setSetting, unsetSetting } from "./change-settings.ts"
import { type CheckedPlugin, checkPlugin } from "./check-plugin.ts"
import { variableOf } from "./fields.ts"
import { Secret, secret } from "./secret.ts"
import { resolveSettings } from "./settings.ts"
import { settingsFolder } from "./settings-folder.ts"

const SCHEMA: JsonObject = {
  type: "object",
  properties: {
    apiKey: secret({ description: "from the provider" }),
    city: { type: "string", default: "Berlin" },
    days: { type: "integer", minimum: 1, default: 3 },
    loud: { type: "boolean" },
    tags: { type: "array", items: { type: "string" } },
    tokens: { type: "array", items: secret() },
    server: {
      type: "object",
      properties: { host: { type: "string" }, port: { type: "integer", default: 80 } },
      required: ["host"],
    },
  },
  required: ["apiKey", "server"],
}

const WITH_ZOD = z.object({
  apiKey: secret(z.string().min(8)),
  city: z.string().default("Berlin"),
  server: z.object({ host: z.string(), port: z.number().default(80) }),
})

function pluginWith(settings: InputSchema = SCHEMA): CheckedPlugin {
  const check = checkPlugin({ name: "my-weather", settings }, "here")
  if (!check.ok) throw new Error(check.problems.join("; "))
  return check.plugin
}

const KEY = "key-of-the-weather"
const WHOLE = { apiKey: KEY, server: { host: "stored.test" } }

function resolve(env: Record<string, string>, stored: JsonObject = WHOLE, settings: InputSchema = SCHEMA) {
  return resolveSettings(pluginWith(settings), { env, stored, secrets: knownSecrets() })
}

async function originOf(name: string, env: Record<string, string>, stored?: JsonObject) {
  const { settings, values } = await resolve(env, stored)
  return [settings.find((each) => each.name === name)?.from, values[name]]
}

describe("settings", () => {
  it("M22: come from the environment first, then from stored values, then from defaults", async () => {
    const stored = { ...WHOLE, city: "Paris" }
    expect(await originOf("city", { PAWL_PLUGIN_MY_WEATHER_CITY: "Rome" }, stored)).toEqual(["environment", "Rome"])
    expect(await originOf("city", {}, stored)).toEqual(["stored", "Paris"])
    expect(await originOf("city", {})).toEqual(["default", "Berlin"])
    expect(await originOf("city", { PAWL_PLUGIN_MY_WEATHER_CITY: "" })).toEqual(["default", "Berlin"])
    expect(await originOf("loud", {})).toEqual(["nowhere", undefined])
  })

  it.each([
    [["apiKey"], "PAWL_PLUGIN_MY_WEATHER_API_KEY"],
    [["api_key"], "PAWL_PLUGIN_MY_WEATHER_API_KEY"],
    [["baseURL"], "PAWL_PLUGIN_MY_WEATHER_BASE_URL"],
    [["server", "host"], "PAWL_PLUGIN_MY_WEATHER_SERVER__HOST"],
    [["a", "bC", "d-e"], "PAWL_PLUGIN_MY_WEATHER_A__B_C__D_E"],
  ])("%j is set by %s", (path, variable) => expect(variableOf("my-weather", path)).toBe(variable))

  it.each<[string, string, Json]>([
    ["DAYS", "7", { days: 7 }],
    ["LOUD", "yes", { loud: true }],
    ["LOUD", "0", { loud: false }],
    ["TAGS", "a, b", { tags: ["a", "b"] }],
    ["TAGS", '["a,b"]', { tags: ["a,b"] }],
    ["SERVER__PORT", "8080", { server: { host: "stored.test", port: 8080 } }],
    ["CITY", "[1]", { city: "[1]" }],
    ["SERVER", '{"host": "env.test"}', { server: { host: "env.test", port: 80 } }],
  ])("M22: the variable %s=%s is converted to the field's type", async (name, text, expected) => {
    const { values, problems } = await resolve({ [`PAWL_PLUGIN_MY_WEATHER_${name}`]: text })
    expect(problems).toEqual([])
    expect(values).toMatchObject(expected as object)
  })

  it.each([
    ["DAYS", "many", "PAWL_PLUGIN_MY_WEATHER_DAYS: it must be integer"],
    ["DAYS", "0", "days: it must be >= 1"],
    ["TAGS", "[1", "it must be array"],
    ["SERVER", "env.test", "PAWL_PLUGIN_MY_WEATHER_SERVER: it must be a JSON object"],
    ["API_KEY", "abc", "at least 6 characters"],
  ])("%s=%s is a problem that names the setting", async (name, text, problem) => {
    const { problems, values } = await resolve({ [`PAWL_PLUGIN_MY_WEATHER_${name}`]: text })
    expect(problems.join()).toContain(problem)
    expect(values).toEqual({})
  })

  it("have secrets wrapped, in lists too, and are shown masked", async () => {
    const { values, settings } = await resolve({ PAWL_PLUGIN_MY_WEATHER_TOKENS: "token-one,token-two" })
    expect(values.apiKey).toBeInstanceOf(Secret)
    expect((values.apiKey as Secret).reveal()).toBe(KEY)
    expect((values.tokens as readonly Secret[]).map((each) => each.reveal())).toEqual(["token-one", "token-two"])
    expect(JSON.stringify([values, settings])).not.toMatch(/key-of|token-one/)
    expect(settings.find(({ name }) => name === "apiKey")).toMatchObject({ from: "stored", shown: "********" })
  })

  it("work the same way with a zod schema", async () => {
    const { values, problems } = await resolve({ PAWL_PLUGIN_MY_WEATHER_SERVER__HOST: "env.test" }, WHOLE, WITH_ZOD)
    expect(problems).toEqual([])
    expect(values).toMatchObject({ city: "Berlin", server: { host: "env.test", port: 80 } })
    expect((values.apiKey as Secret).reveal()).toBe(KEY)
    const bad = await resolve({}, { ...WHOLE, apiKey: "sevench" }, WITH_ZOD)
    expect(bad.problems.join()).toContain("apiKey")
    expect(bad.problems.join()).not.toContain("sevench")
  })
})

it("a settings schema that throws is reported as a problem of its plugin", async () => {
  const schema = z.object({}).refine(() => {
    throw new Error("of its own")
  })
  expect((await resolve({}, {}, schema)).problems).toEqual(["of its own"])
})

describe("stored settings", () => {
  let folder: string
  let ports: { folder: ReturnType<typeof settingsFolder>; env: Record<string, string> }

  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), "pawl-settings-")), "settings")
    ports = { folder: settingsFolder(folder), env: {} }
  })
  afterEach(() => rmSync(join(folder, ".."), { recursive: true, force: true }))

  const file = () => join(folder, "my-weather.json")

  it("M22: survive a restart, nested keys too, in a file that only its owner can read", () => {
    setSetting(pluginWith(), "apiKey", KEY, ports)
    setSetting(pluginWith(), "server.host", "kept.test", ports)
    expect(settingsFolder(folder).read("my-weather")).toEqual({ apiKey: KEY, server: { host: "kept.test" } })
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    // No temporary file is left behind.
    expect(readdirSync(folder)).toEqual(["my-weather.json"])
  })

  it("M22: a field that the environment sets is locked", () => {
    ports.env.PAWL_PLUGIN_MY_WEATHER_API_KEY = KEY
    expect(() => setSetting(pluginWith(), "apiKey", "another-key", ports)).toThrow(
      expect.objectContaining({
        code: "setting-locked",
        message: expect.stringContaining("PAWL_PLUGIN_MY_WEATHER_API_KEY"),
      }),
    )
    expect(() => unsetSetting(pluginWith(), "apiKey", ports)).toThrow(/is locked/)
    ports.env.PAWL_PLUGIN_MY_WEATHER_SERVER = '{"host":"env.test"}'
    expect(() => setSetting(pluginWith(), "server.host", "x", ports)).toThrow(/_SERVER sets it/)
    setSetting(pluginWith(), "server.port", "81", ports)
  })

  it.each<[string, Json, RegExp]>([
    ["apiKey", "********", /the mask/],
    ["apiKey", "••••", /the mask/],
    ["tokens", ["good-token", "****"], /the mask/],
    ["apiKey", "abc", /at least 6/],
    ["days", "0", />= 1/],
    ["days", "few", /must be integer/],
    ["server", { host: "x" }, /no setting "server".*server\.host/],
    ["__proto__", "x", /no setting/],
  ])("M22: %s = %j is refused, and nothing changes", (name, value, why) => {
    setSetting(pluginWith(), "apiKey", KEY, ports)
    expect(() => setSetting(pluginWith(), name, value, ports)).toThrow(why)
    expect(JSON.parse(readFileSync(file(), "utf8"))).toEqual({ apiKey: KEY })
  })

  it("can be unset, and leave no empty objects", () => {
    setSetting(pluginWith(), "server.host", "kept.test", ports)
    expect(unsetSetting(pluginWith(), "server.host", ports)).toBe(true)
    expect(unsetSetting(pluginWith(), "server.host", ports)).toBe(false)
    expect(JSON.parse(readFileSync(file(), "utf8"))).toEqual({})
  })

  it("that are not JSON are refused, without their content in the message", () => {
    setSetting(pluginWith(), "apiKey", KEY, ports)
    writeFileSync(file(), `{"apiKey": "${KEY}"`)
    expect(() => ports.folder.read("my-weather")).toThrow(/not a JSON object/)
    expect(() => ports.folder.read("my-weather")).not.toThrow(KEY)
  })

  it("cannot be stored without a folder", () => {
    expect(() => setSetting(pluginWith(), "apiKey", KEY, { folder: settingsFolder(undefined), env: {} })).toThrow(
      /settingsFolder/,
    )
  })
})
