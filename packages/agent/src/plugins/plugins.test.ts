import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { systemClock } from "../base/system-clock.ts"
import { FakeClock, settle } from "../testing/fake-clock.ts"
import { findPlugins } from "./find-plugins.ts"
import type { Plugin, PluginTool } from "./plugin.ts"
import { loadPlugins, type PluginOptions } from "./plugins.ts"
import { secret } from "./secret.ts"

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-plugins-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const read: Omit<PluginTool, "name"> = {
  description: "Reads.",
  input: { type: "object" },
  effect: "read",
  run: () => "",
}
const one = (name: string, more: Partial<PluginTool> = {}): PluginTool => ({ ...read, name, ...more })

function load(plugins: readonly (string | Plugin)[], options: PluginOptions = {}, clock = systemClock) {
  return loadPlugins(plugins, { env: {}, from: folder, ...options }, { clock })
}

function write(path: string, text: string): void {
  const file = join(folder, path)
  mkdirSync(join(file, ".."), { recursive: true })
  writeFileSync(file, text)
}

const source = (name: string, tool = "look") =>
  `export default { name: "${name}", tools: [{ name: "${tool}", description: "d", input: {}, effect: "read", run: () => "${name}" }] }`

const KEYED: Plugin = {
  name: "weather",
  settings: { type: "object", properties: { apiKey: secret(), city: { type: "string" } }, required: ["apiKey"] },
  tools: [
    one("forecast", { needs: ["settings"] }),
    one("radar", { needs: ["settings.city", "workspace"] }),
    one("joke", { run: (_, { settings }) => String(settings) }),
  ],
}

describe("loadPlugins", () => {
  it("M23: loads the plugins of a folder without helper files, and a broken plugin does not stop the others", async () => {
    write(
      "plugins/good/index.mjs",
      `import { word } from "./helper.mjs"\n${source("good").replace('"good"]', "word]")}`,
    )
    write("plugins/good/helper.mjs", 'export const word = "helped"')
    write("plugins/good/index.test.mjs", 'throw new Error("tests are not loaded")')
    write("plugins/single.mjs", source("single"))
    write("plugins/_shared.mjs", 'throw new Error("helpers are not loaded")')
    write("plugins/single.test.mjs", 'throw new Error("tests are not loaded")')
    write("plugins/types.d.ts", "broken(")
    write("plugins/README.md", "read me")
    write("plugins/wrong/index.mjs", "export default {\n  name: \n}")
    write("plugins/throws/index.mjs", '\nthrow new TypeError("no " + "luck")')
    write("plugins/empty/other.mjs", source("other"))
    write("plugins/shape/index.mjs", 'export default { name: "shape", tools: [{}] }')
    const found = findPlugins(join(folder, "plugins"))
    const plugins = await load(found)
    expect(plugins.tools().map(({ name }) => name)).toEqual(["good__look", "single__look"])
    const broken = plugins.status().filter(({ state }) => state === "broken")
    expect(broken.map(({ place }) => place.slice(folder.length + 9))).toEqual([
      "empty",
      "shape/index.mjs",
      "throws/index.mjs",
      "wrong/index.mjs",
    ])
    const [empty, shape, throws, wrong] = broken.map(({ why }) => why)
    expect(empty).toMatch(/has no entry: expected one of index.mjs/)
    expect(shape).toMatch(/a function "run"/)
    expect(throws).toMatch(/^TypeError: no luck/)
    expect(wrong).toMatch(/Unexpected token/)
  })

  it("loads a package by the path in its package.json", async () => {
    write(
      "node_modules/pawl-plugin-sun/package.json",
      '{"name": "pawl-plugin-sun", "pawl": "./lib/plugin.js", "type": "module"}',
    )
    write("node_modules/pawl-plugin-sun/lib/plugin.js", source("sun"))
    const plugins = await load(["pawl-plugin-sun", "pawl-plugin-moon", "./nowhere"])
    expect(plugins.status().map(({ state, why = "" }) => [state, why.slice(0, 24)])).toEqual([
      ["ready", ""],
      ["broken", 'There is no package "paw'],
      ["broken", 'There is no plugin at "/'],
    ])
  })

  it("M23: refuses a plugin with two tools of the same name, and names the tool", async () => {
    const look = {
      name: "look",
      description: "Looks.",
      input: { type: "object" },
      effect: "read",
      run: () => "",
    } as const
    const loading = load([{ name: "twice", tools: [look, look] }])
    await expect(loading).rejects.toMatchObject({
      code: "tool-duplicate",
      message: 'The plugin "twice" (given as an object) brings two tools named "twice__look". Rename one.',
    })
  })

  it("M23: refuses two plugins of the same name, and names both places and their tool", async () => {
    write("a/index.mjs", source("twin"))
    write("b/index.mjs", source("twin"))
    const loading = load(["./a", "./b"])
    await expect(loading).rejects.toMatchObject({ code: "tool-duplicate" })
    await expect(loading).rejects.toThrow(
      /"twin": .*a\/index.mjs and .*b\/index.mjs, and both bring the tool "twin__look"/,
    )
  })

  it("refuses two plugins whose settings have the same variable", async () => {
    const field = (name: string, key: string): Plugin => ({
      name,
      settings: { type: "object", properties: { [key]: { type: "string" } } },
    })
    await expect(load([field("a-b", "c"), field("a", "bC")])).rejects.toThrow(/"a-b".*"a".*PAWL_PLUGIN_A_B_C/)
  })

  it("M14: puts tools on standby whose settings are missing, with the settings' exact names", async () => {
    const plugins = await load([KEYED])
    expect(plugins.tools().map(({ name }) => name)).toEqual(["weather__joke"])
    const [status] = plugins.status()
    expect(status).toMatchObject({ name: "weather", state: "standby" })
    expect(status?.tools.map(({ name, state, missing }) => [name, state, missing])).toEqual([
      ["weather__forecast", "standby", [{ setting: "apiKey", variable: "PAWL_PLUGIN_WEATHER_API_KEY" }]],
      ["weather__radar", "standby", [{ setting: "city", variable: "PAWL_PLUGIN_WEATHER_CITY" }]],
      ["weather__joke", "ready", []],
    ])
    expect(status?.tools[1]?.why).toBe(
      'the setting "city" is not set (environment: PAWL_PLUGIN_WEATHER_CITY); there is no workspace',
    )
  })

  it("M14: makes tools available without a restart when this or another process sets the setting", async () => {
    const options = { settingsFolder: join(folder, "settings") }
    const [plugins, elsewhere] = await Promise.all([load([KEYED], options), load([KEYED], options)])
    expect(plugins.tools()).toHaveLength(1)
    await elsewhere.set("weather", "apiKey", "key-of-the-weather")
    expect(elsewhere.tools().map(({ name }) => name)).toContain("weather__forecast")
    await plugins.ready()
    expect(plugins.tools().map(({ name }) => name)).toContain("weather__forecast")
    await elsewhere.unset("weather", "apiKey")
    await plugins.ready()
    expect(plugins.tools()).toHaveLength(1)
  })

  it("reports settings that cannot be read, without their content", async () => {
    write("settings/weather.json", '{"apiKey": "key-of-the-weather"')
    const [status] = (await load([KEYED], { settingsFolder: join(folder, "settings") })).status()
    expect(status?.tools[0]).toMatchObject({ state: "standby", why: expect.stringMatching(/not a JSON object/) })
    expect(JSON.stringify(status)).not.toContain("key-of")
  })

  it.each<[string, Plugin["available"], string | undefined]>([
    ["nothing", () => undefined, undefined],
    ["yes", async () => true, undefined],
    ["no", () => false, "it says that it cannot be used now"],
    ["why not", async () => "the printer is off", "the printer is off"],
    [
      "by throwing",
      () => Promise.reject(new Error("no network")),
      "whether it can be used could not be found out: no network",
    ],
  ])("asks `available` whether a plugin can be used: %s", async (_, available, why) => {
    const [status] = (await load([{ name: "it", ...(available && { available }), tools: [one("look")] }])).status()
    expect(status?.tools[0]?.why).toBe(why)
  })

  it("does not wait for a slow `available` past its limit, and asks again later", async () => {
    const clock = new FakeClock()
    let isUp = false
    let signalled = false
    const slow: Plugin = {
      name: "slow",
      available: ({ signal }) => {
        signal.addEventListener("abort", () => {
          signalled = true
        })
        return isUp || new Promise(() => {})
      },
      tools: [one("look")],
    }
    const loading = load([slow], {}, clock)
    await settle()
    await clock.advance(3000)
    const plugins = await loading
    expect(plugins.status()[0]?.tools[0]?.why).toBe("it did not say within 3 s whether it can be used")
    expect(signalled).toBe(true)
    isUp = true
    await plugins.ready()
    expect(plugins.tools()).toEqual([])
    await clock.advance(30_000)
    await plugins.ready()
    await settle()
    expect(plugins.tools().map(({ name }) => name)).toEqual(["slow__look"])
  })

  it("removes settings from the error of a plugin that fails to load", async () => {
    write("leaky/index.mjs", 'throw new Error("bad key " + process.env.PAWL_PLUGIN_LEAKY_KEY)')
    process.env.PAWL_PLUGIN_LEAKY_KEY = "leaked-value"
    try {
      const [status] = (await load(["./leaky"], { env: process.env })).status()
      expect(status?.why).toMatch(/bad key \[redacted\]/)
    } finally {
      delete process.env.PAWL_PLUGIN_LEAKY_KEY
    }
  })
})
