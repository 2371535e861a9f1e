import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { ToolDefinition } from "../contracts/model.ts"
import type { Embedder } from "../contracts/tool-index.ts"
import { FakeClock } from "../testing/fake-clock.ts"
import { LocalToolIndex } from "./tool-index.ts"
import { vectorCache } from "./vector-cache.ts"
import { Vectors } from "./vectors.ts"

function aTool(name: string, description: string, parameters: readonly string[] = []): ToolDefinition {
  const properties = Object.fromEntries(parameters.map((each) => [each, { type: "string" }]))
  return { name, description, inputSchema: { type: "object", properties } }
}

const TOOLS = [
  aTool("files__delete_file", "Deletes a file.", ["path"]),
  aTool("files__read_file", "Reads the contents of a file.", ["path"]),
  aTool("gmail__send_email", "Sends an email.", ["recipient", "subject", "body"]),
  aTool("slack__post_message", "Posts a message to a channel.", ["channel", "text"]),
  aTool("weather__get_forecast", "The weather forecast for a place.", ["city"]),
  aTool("maps__directions", "Directions between two places.", ["origin", "destination"]),
]

const serverOf = (name: string) => name.split("__")[0]

describe("LocalToolIndex", () => {
  it("L19: finds a tool by an allowed value of an argument, also in a list", async () => {
    const quality = { type: "array", items: { type: "string", enum: ["sepia", "greyscale"] } }
    const one = {
      name: "a__apply",
      description: "Applies it.",
      inputSchema: { type: "object", properties: { quality } },
    }
    const mode = { anyOf: [{ const: "hibernate" }, { const: "reboot" }] }
    const two = { name: "b__apply", description: "Applies it.", inputSchema: { type: "object", properties: { mode } } }
    const find = (query: string) =>
      new LocalToolIndex({ serverOf }).find(query, { most: 1, among: [...TOOLS, one, two] })
    expect(await find("make it sepia")).toEqual(["a__apply"])
    expect(await find("hibernate now")).toEqual(["b__apply"])
  })

  it.each([
    ["delete notes.md", "files__delete_file"],
    ["erase that file", "files__delete_file"],
    ["lösche die Datei", "files__delete_file"],
    ["supprime le fichier", "files__delete_file"],
    ["what does readme.md say?", "files__read_file"],
    ["mail the report to anna@example.org", "gmail__send_email"],
    ["tell #team on slcak that lunch is ready", "slack__post_message"],
    ["will it rain tomorrow?", "weather__get_forecast"],
    ["the route from Rome to Pisa by car", "maps__directions"],
    ["SUBJECT and body", "gmail__send_email"],
  ])("finds the best tool for: %s", async (query, tool) => {
    const [first] = await new LocalToolIndex({ serverOf }).find(query, { most: 1, among: TOOLS })
    expect(first).toBe(tool)
  })

  it("finds a tool for each of several intents", async () => {
    const query = "Read the report, check the forecast for Saturday, and then mail both to Anna"
    const found = await new LocalToolIndex({ serverOf }).find(query, { most: 3, among: TOOLS })
    expect([...found].sort()).toEqual(["files__read_file", "gmail__send_email", "weather__get_forecast"])
  })

  it("uses the rest of a request to understand a part of it", async () => {
    const query = "Look at the forecast, then send it to anna@example.org"
    const found = await new LocalToolIndex({ serverOf }).find(query, { most: 2, among: TOOLS })
    expect([...found].sort()).toEqual(["gmail__send_email", "weather__get_forecast"])
  })

  it.each(["", "   ", "你好", "the of and", "🎉", "x".repeat(100_000), "\\u0000 ( [ * +"])(
    "does not fail for %j",
    async (query) => {
      await expect(new LocalToolIndex().find(query, { most: 5, among: TOOLS })).resolves.toBeInstanceOf(Array)
    },
  )

  it("searches only the given part of its tools", async () => {
    const index = new LocalToolIndex({ serverOf })
    await index.find("file", { most: 5, among: TOOLS })
    expect(await index.find("read or delete a file", { most: 5, among: TOOLS.slice(1, 3) })).toEqual([
      "files__read_file",
    ])
    expect(await index.find("delete a file", { most: 1, among: TOOLS })).toEqual(["files__delete_file"])
  })

  it("gives the same results after tools were added, removed and changed as a rebuilt index", async () => {
    const tool = fc.tuple(fc.constantFrom(...TOOLS.map(({ name }) => name)), fc.constantFrom(...TOOLS))
    const list = fc.uniqueArray(tool, { selector: ([name]) => name })
    await fc.assert(
      fc.asyncProperty(fc.array(list, { minLength: 1, maxLength: 5 }), async (lists) => {
        const kept = new LocalToolIndex({ serverOf })
        const all = lists.map((each) => each.map(([name, like]) => ({ ...like, name })))
        for (const among of all) await kept.find("read a file", { most: 3, among })
        const among = all.at(-1) ?? []
        for (const query of ["read a file", "send the forecast by mail", "slak"])
          expect(await kept.find(query, { most: 4, among })).toEqual(
            await new LocalToolIndex({ serverOf }).find(query, { most: 4, among }),
          )
      }),
      { numRuns: 50 },
    )
  })
})

/** An embedder with two directions: green things, and everything else. */
const green: Embedder = {
  name: "green",
  embed: async (texts) => texts.map((text) => Float32Array.from(/plant|lawn|verdant/i.test(text) ? [1, 0] : [0, 1])),
}

const GARDEN = [...TOOLS, aTool("garden__mow_lawn", "Mows it.")]

function withVectors(embedder: Embedder, clock = new FakeClock()) {
  const vectors = new Vectors({ embedder, cache: vectorCache(), clock })
  return { index: new LocalToolIndex({ serverOf, vectors }), vectors, clock }
}

describe("LocalToolIndex with an embedder", () => {
  it("finds by meaning a tool that no word matches", async () => {
    const { index, vectors } = withVectors(green)
    expect(await index.find("make it verdant", { most: 3, among: GARDEN })).not.toContain("garden__mow_lawn")
    await vectors.settled()
    expect(await index.find("verdant, please", { most: 3, among: GARDEN })).toContain("garden__mow_lawn")
  })

  it.each<[string, Embedder["embed"]]>([
    ["is down", () => Promise.reject(new Error("ECONNREFUSED"))],
    ["gives too few vectors", async () => []],
  ])("X21: that %s, searches by words alone", async (_why, embed) => {
    const { index, vectors } = withVectors({ name: "broken", embed })
    index.update(GARDEN)
    await vectors.settled()
    expect(await index.find("delete notes.md", { most: 1, among: GARDEN })).toEqual(["files__delete_file"])
  })

  it("X21: that is slow, waits 300 ms once and does not ask it again for half a minute", async () => {
    let asked = 0
    let isSlow = false
    const embed: Embedder["embed"] = async (texts) => {
      asked += 1
      return isSlow ? new Promise<never>(() => {}) : green.embed(texts)
    }
    const { index, vectors, clock } = withVectors({ name: "slow", embed })
    index.update(GARDEN)
    await vectors.settled()
    isSlow = true
    const before = clock.monotonic()
    expect(await clock.run(index.find("delete notes.md", { most: 1, among: GARDEN }))).toEqual(["files__delete_file"])
    expect(clock.monotonic() - before).toBe(300)
    const known = asked
    expect(await index.find("delete notes.txt", { most: 1, among: GARDEN })).toEqual(["files__delete_file"])
    expect(asked).toBe(known)
  })
})
