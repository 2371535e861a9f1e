import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { readSchema } from "./read-file.ts"
import { KEYS, loadSettings } from "./settings.ts"

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
  ])("of %j takes the %s's value, and says so", (given, from) => {
    const settings = load(given)
    expect(settings.model).toBe(VALUES[from])
    expect(settings.origins.find(({ key }) => key === "model")).toMatchObject({ from, value: VALUES[from] })
  })

  it("has no model unless somebody named one, and defaults for the rest", () => {
    const { model, profile, approve, maxIterations, workspace, folders } = load([])
    expect({ model, profile, approve, maxIterations }).toEqual({
      model: undefined,
      profile: "default",
      approve: "ask",
      maxIterations: undefined,
    })
    expect(workspace).toBe(work)
    expect(folders).toEqual({ config: home, data: home, state: home })
  })

  it.each([{ approve: "auto" }, { model: "scripted:./evil.ts" }])("does not let a project decide %j", (project) => {
    writeFileSync(join(work, ".pawl.json"), JSON.stringify(project))
    expect(() => load([])).toThrow(
      expect.objectContaining({ exit: 52, message: expect.stringContaining("a project may not decide for you") }),
    )
    writeFileSync(join(work, ".pawl.json"), JSON.stringify({ approve: "deny" }))
    expect(load([]).approve).toBe("deny")
  })

  it("keeps to the XDG folders, and ignores relative ones", () => {
    const env = { XDG_CONFIG_HOME: "/x/config", XDG_DATA_HOME: "/x/data", XDG_STATE_HOME: "relative" }
    const { folders } = loadSettings(new Map([["cwd", work]]), env)
    expect(folders).toMatchObject({ config: "/x/config/pawl", data: "/x/data/pawl" })
    expect(folders.state).toMatch(/\/\.local\/state\/pawl$/)
  })

  it("publishes a schema that knows every key", () => {
    const { properties } = JSON.parse(readSchema()) as { properties: object }
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(KEYS.map(({ key }) => key)))
  })
})
