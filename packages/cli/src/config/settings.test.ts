import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { KEYS } from "./keys.ts"
import { readSchema } from "./read-file.ts"
import { loadSettings } from "./settings.ts"

let home: string
let work: string

beforeEach(() => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "pawl-settings-")))
  home = join(root, "home")
  work = join(root, "work")
  mkdirSync(home)
  mkdirSync(work)
})

afterEach(() => rmSync(join(home, ".."), { recursive: true, force: true }))

const VALUES = { flag: "a:flag", environment: "a:env", project: "a:project", user: "a:user" }
type From = keyof typeof VALUES

function load(given: readonly From[]) {
  const has = (from: From) => given.includes(from)
  if (has("user")) writeFileSync(join(home, "config.json"), JSON.stringify({ model: VALUES.user }))
  if (has("project")) writeFileSync(join(work, ".pawl.json"), JSON.stringify({ model: VALUES.project }))
  const flags = new Map([["cwd", work], ...(has("flag") ? [["model", VALUES.flag] as const] : [])])
  return loadSettings(flags, { PAWL_HOME: home, ...(has("environment") && { PAWL_MODEL: VALUES.environment }) })
}

describe("loadSettings", () => {
  it.each<[readonly From[], From]>([
    [["flag", "environment", "project", "user"], "flag"],
    [["environment", "project", "user"], "environment"],
    [["project", "user"], "project"],
    [["user"], "user"],
  ])("takes the value from the %s of %j and names that source", async (given, from) => {
    const settings = await load(given)
    expect(settings.model).toBe(VALUES[from])
    expect(settings.origins.find(({ key }) => key === "model")).toMatchObject({ from, value: VALUES[from] })
  })

  it("has no model unless one is configured, and defaults for the rest", async () => {
    const { model, fallbacks, profile, dialect, approve, maxIterations, workspace, folders } = await load([])
    expect({ model, fallbacks, profile, dialect, approve, maxIterations }).toEqual({
      model: undefined,
      fallbacks: [],
      profile: { kind: "built-in", name: "default" },
      dialect: undefined,
      approve: "ask",
      maxIterations: undefined,
    })
    expect(workspace).toBe(work)
    expect(folders).toEqual({ config: home, data: home, state: home })
  })

  it.each([
    { approve: "auto" },
    { approve: "edits" },
    { approvalModes: ["auto"] },
    { model: "scripted:./evil.ts" },
    { fallbacks: ["a:b", "scripted:./evil.ts"] },
  ])("refuses %j from a project's file", async (project) => {
    writeFileSync(join(work, ".pawl.json"), JSON.stringify(project))
    await expect(load([])).rejects.toThrow(
      expect.objectContaining({ exit: 52, message: expect.stringContaining("a project may not decide for you") }),
    )
    writeFileSync(join(work, ".pawl.json"), JSON.stringify({ approve: "deny" }))
    expect((await load([])).approve).toBe("deny")
  })

  it.each([{ PAWL_THINKING: "perhaps" }, { PAWL_APPROVE: "perhaps" }, { PAWL_DIALECT: "perhaps" }])(
    "refuses %j in the environment",
    async (env) => {
      const loading = loadSettings(new Map([["cwd", work]]), { PAWL_HOME: home, ...env })
      await expect(loading).rejects.toThrow(expect.objectContaining({ exit: 52 }))
      await expect(loading).rejects.toThrow(/cannot be "perhaps"\. Use one of: /)
    },
  )

  it.each([
    [new Map([["fallback", "a:1,b:2"]]), {}, {}, "flag"],
    [new Map(), { PAWL_FALLBACKS: "a:1, b:2," }, {}, "environment"],
    [new Map(), {}, { fallbacks: ["a:1", "b:2"] }, "user"],
  ])("reads a list of fallbacks from %j, %j, %j", async (flags, env, user, from) => {
    writeFileSync(join(home, "config.json"), JSON.stringify(user))
    const settings = await loadSettings(new Map([["cwd", work], ...flags]), { PAWL_HOME: home, ...env })
    expect(settings.fallbacks).toEqual(["a:1", "b:2"])
    expect(settings.origins).toContainEqual(expect.objectContaining({ key: "fallbacks", value: ["a:1", "b:2"], from }))
  })

  it.each([
    [new Map([["window", "8000"]]), { PAWL_WINDOW: "9000" }, 8000],
    [new Map(), { PAWL_WINDOW: "9000" }, 9000],
    [new Map(), {}, 32_000],
  ])("takes the window from %j, %j or the file", async (flags, env, expected) => {
    writeFileSync(join(home, "config.json"), JSON.stringify({ window: 32_000 }))
    const settings = await loadSettings(new Map([["cwd", work], ...flags]), { PAWL_HOME: home, ...env })
    expect(settings.window).toBe(expected)
  })

  it.each(["0", "-5", "999", "1000.5", "32k"])("refuses a window of %j", async (window) => {
    const loading = loadSettings(new Map([["cwd", work]]), { PAWL_HOME: home, PAWL_WINDOW: window })
    await expect(loading).rejects.toThrow(/^--window \(or PAWL_WINDOW\) must be a whole number of at least 1000/)
  })

  it("finds a profile's file beside the configuration that names it, and a user-defined profile by name", async () => {
    const [ours, theirs, brief] = [join(work, "p.json"), join(home, "p.json"), join(home, "profiles", "brief.json")]
    mkdirSync(join(home, "profiles"))
    for (const path of [ours, theirs, brief]) writeFileSync(path, "{}")
    const profileFor = async (env: Record<string, string> = {}) =>
      (await loadSettings(new Map([["cwd", work]]), { PAWL_HOME: home, ...env })).profile
    writeFileSync(join(home, "config.json"), JSON.stringify({ profile: "./p.json" }))
    expect(await profileFor()).toEqual({ kind: "own", path: theirs })
    writeFileSync(join(work, ".pawl.json"), JSON.stringify({ profile: "./p.json" }))
    expect(await profileFor()).toEqual({ kind: "own", path: ours })
    expect(await profileFor({ PAWL_PROFILE: "brief" })).toEqual({ kind: "own", path: brief })
  })

  it("uses the XDG folders, and ignores relative ones", async () => {
    const env = { XDG_CONFIG_HOME: "/x/config", XDG_DATA_HOME: "/x/data", XDG_STATE_HOME: "relative" }
    const { folders } = await loadSettings(new Map([["cwd", work]]), env)
    expect(folders).toMatchObject({ config: "/x/config/pawl", data: "/x/data/pawl" })
    expect(folders.state).toMatch(/\/\.local\/state\/pawl$/)
  })

  it("has every key in its published schema", () => {
    const { properties } = JSON.parse(readSchema()) as { properties: object }
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(KEYS.map(({ key }) => key)))
  })
})
