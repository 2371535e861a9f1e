import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { chooseProfile } from "./chosen.ts"
import { keptProfile, loadProfile } from "./load.ts"
import { readOwnProfile } from "./own-file.ts"

let root: string
let folder: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "pawl-profiles-"))
  folder = join(root, "profiles")
  mkdirSync(folder)
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, value: unknown): string {
  const full = join(root, path)
  writeFileSync(full, typeof value === "string" ? value : JSON.stringify(value))
  return full
}

describe("readOwnProfile", () => {
  it("takes the name from the file unless the profile has one", async () => {
    expect(await readOwnProfile(write("brief.json", { $schema: "x", base: "terminal" }))).toEqual({
      name: "brief",
      base: "terminal",
    })
    expect(await readOwnProfile(write("any.json", { name: "brief" }))).toEqual({ name: "brief" })
  })

  it("accepts every field", async () => {
    const own = {
      name: "full",
      base: "local-desktop",
      about: "All of it.",
      instructions: "",
      dialect: "xml-json",
      maxIterations: 3,
      context: { way: "evict", at: 0.7, remaining: 900, maxTokens: 9000, maxMessages: 30, maxChars: 50_000, tail: 4 },
      retry: { attempts: 2, firstMs: 10, factor: 3, maxMs: 90, jitter: 0 },
      breaker: null,
      selfCorrections: 1,
      resultChars: null,
      resultLimits: { read_file: 9000, "notes__*": null },
      toolListAgeMs: 3_600_000,
      endingTools: true,
      offer: "prefilter:10",
      finish: "model",
      sampling: { tools: { temperature: 0 }, prose: { topP: 1 } },
    }
    expect(await readOwnProfile(write("full.json", own))).toEqual(own)
  })

  it.each([
    [
      { instruction: "Be brief." },
      'it: must not have the additional property "instruction" (allowed: name, base, about, instructions, dialect, maxIterations, context, retry, breaker, selfCorrections, resultChars, resultLimits, endingTools, questions, offer, interruptedTools, interruptedTurns, whenBusy, finish, approvals, toolListAgeMs, sampling)',
    ],
    [{ base: "wild" }, 'base: must be one of "default", "chat-service"'],
    [{ dialect: "klingon" }, 'dialect: must be one of "native", "xml"'],
    [{ name: "Has Spaces" }, "name: must match pattern"],
    [{ name: "terminal" }, 'its name "terminal" is that of a built-in profile'],
    [{ maxIterations: 0 }, "maxIterations: must be >= 1"],
    [{ resultChars: "many" }, "resultChars: must be integer,null"],
    [{ sampling: { tools: {} } }, "sampling: must have required property 'prose'"],
    [{ sampling: { tools: { temperature: 3 }, prose: {} } }, "sampling.tools.temperature: must be <= 2"],
    ["[]", "it holds no JSON object"],
    ["{", "JSON"],
  ])("refuses %j with exit code 52", async (value, message) => {
    const path = write("mine.json", value)
    const reading = readOwnProfile(path)
    await expect(reading).rejects.toThrow(expect.objectContaining({ exit: 52 }))
    await expect(reading).rejects.toThrow(`The profile "${path}" cannot be used: `)
    await expect(reading).rejects.toThrow(message)
  })

  it.each([
    [{ base: "xml-tools", finish: "structure" }, '"finish" is about answers in text'],
    [{ base: "xml-tools", endingTools: false }, '"endingTools": false takes away the tools that end a turn'],
  ])("refuses %j as a bad configuration when the base does not support it", async (value, message) => {
    const loading = loadProfile({ kind: "own", path: write("mine.json", value) }, folder)
    await expect(loading).rejects.toThrow(expect.objectContaining({ code: "config-invalid" }))
    await expect(loading).rejects.toThrow(`The profile "mine" cannot work: ${message}`)
  })

  it("refuses a file name that differs from the profile's name, because no session would find it again", async () => {
    const path = write("profiles/brief.json", { name: "terse" })
    const loading = loadProfile({ kind: "own", path }, folder)
    await expect(loading).rejects.toThrow('it is found as "brief" and says its name is "terse"')
  })
})

describe("chooseProfile", () => {
  it("finds built-in and user-defined profiles by name, and files by their path", () => {
    const own = write("profiles/brief.json", {})
    const file = write("team.json", {})
    const places = { folder, from: root }
    expect(chooseProfile("terminal", places)).toEqual({ kind: "built-in", name: "terminal" })
    expect(chooseProfile("brief", places)).toEqual({ kind: "own", path: own })
    for (const given of ["team.json", "./team.json", file])
      expect(chooseProfile(given, places)).toEqual({ kind: "own", path: file })
  })

  it.each([
    ["wild", 2, /^There is no profile "wild"\. Use one of: default, .*, terminal, brief\.$/],
    ["constructor", 2, /^There is no profile "constructor"/],
    ["none.json", 42, /^There is no profile file ".*none\.json"\./],
  ])("refuses %s", (given, exit, message) => {
    write("profiles/brief.json", {})
    const choose = () => chooseProfile(given, { folder, from: root })
    expect(choose).toThrow(expect.objectContaining({ exit }))
    expect(choose).toThrow(message)
  })
})

describe("keptProfile", () => {
  const row = (profile: string) => ({ profile }) as Parameters<typeof keptProfile>[0]

  it("finds a user-defined profile, and leaves built-in ones to the library", async () => {
    write("profiles/brief.json", {})
    const wanted = { name: "default" }
    expect(await keptProfile(row("brief"), wanted, folder)).toMatchObject({ name: "brief" })
    for (const other of ["terminal", "default", "gone"])
      expect(await keptProfile(row(other), wanted, folder)).toBe(wanted)
  })
})
