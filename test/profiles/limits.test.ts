// How much of a result a model is shown, for built-in tools as for all others, over the real wire (X3, X4).
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import type { AgentOptions } from "../../packages/agent/src/agent/options.ts"
import type { Event } from "../../packages/agent/src/contracts/event.ts"
import { modelFrom } from "../../packages/agent/src/model/providers.ts"
import type { ScriptRequest } from "../../packages/agent/src/model/scripted.ts"
import { ownProfile } from "../../packages/agent/src/profiles/own-profile.ts"
import { modelServer } from "../../packages/agent/src/testing/model-server.ts"
import { MODEL_FORMATS, type ModelFormat } from "./model-formats.ts"

const LINE = "a line of the file that is read here\n"
const FILE = LINE.repeat(1500)

interface WantedCall {
  readonly name: string
  readonly args: Readonly<Record<string, string | number>>
}

const READ: WantedCall = { name: "read_file", args: { path: "long.txt" } }
const RUN: WantedCall = { name: "run_command", args: { command: "cat long.txt" } }
const SEARCH: WantedCall = { name: "search_files", args: { pattern: "line of the file", max_results: 1000 } }

/** Makes one call; returns what the model was shown of it, and the event for the user. */
async function shown({ name, args }: WantedCall, options: Partial<AgentOptions>, base = "terminal") {
  const workspace = mkdtempSync(join(tmpdir(), "pawl-limits-"))
  onTestFinished(() => rmSync(workspace, { recursive: true }))
  writeFileSync(join(workspace, "long.txt"), FILE)
  const speech = MODEL_FORMATS[base] as ModelFormat // Every profile has one.
  const requests: ScriptRequest[] = []
  await using server = await modelServer({
    script: (request) => {
      requests.push(request)
      return requests.length === 1 ? speech.call(name, args) : speech.final("Done.")
    },
  })
  const model = modelFrom("openai:m", { baseUrl: server.openai, apiKey: "k", env: {} })
  await using agent = await createAgent({ model, workspace, profile: base, approve: "auto", ...options })
  const session = await agent.open()
  const events: Event[] = []
  for await (const event of session.send("Look.")) events.push(event)
  const told = events.find((event) => event.type === "tool-result")
  return { raw: server.requests[1]?.raw ?? "", cut: told?.type === "tool-result" ? told.cut : undefined }
}

describe("the result limit of built-in tools", () => {
  it.each([
    { wish: READ, base: "terminal", limit: 40_000 },
    { wish: RUN, base: "terminal", limit: 40_000 },
    { wish: SEARCH, base: "terminal", limit: 40_000 },
    { wish: READ, base: "local-desktop", limit: 6000 },
    { wish: RUN, base: "local-desktop", limit: 6000 },
  ])(
    "X3: $wish.name in $base is cut at $limit, with the notice, and the user is warned",
    async ({ wish, base, limit }) => {
      const { raw, cut } = await shown(wish, {}, base)
      expect(cut?.shown).toBe(limit)
      expect(cut?.total).toBeGreaterThan(limit)
      expect(raw).toContain(`[OUTPUT TRUNCATED: Showing ${limit} of ${cut?.total} characters from ${wish.name}]`)
      expect(raw).toMatch(/\[To read on: read_result with call \\"\w+\\" and offset \d+\]/)
    },
  )

  it.each([
    { how: "by its name", limits: { read_file: 1000 }, limit: 1000 },
    { how: "by how names begin", limits: { "read*": 2000 }, limit: 2000 },
    { how: "exactly before how names begin", limits: { "read*": 2000, read_file: 900 }, limit: 900 },
  ])("X4: a built-in tool has its limit lowered $how", async ({ limits, limit }) => {
    expect((await shown(READ, { resultLimits: limits })).cut?.shown).toBe(limit)
  })

  it.each([READ, RUN, SEARCH])("X4: a built-in tool has its limit raised: $name is shown whole", async (wish) => {
    for (const resultLimits of [{ [wish.name]: 200_000 }, { "*": null }]) {
      const { raw, cut } = await shown(wish, { resultLimits })
      expect(cut).toBeUndefined()
      expect(raw.split("a line of the file").length).toBeGreaterThan(1000)
    }
  })

  it.each(["xml-tools", "structured-react", "chat-service"])("X4: a built-in tool has no limit in %s", async (base) => {
    const { raw, cut } = await shown(READ, {}, base)
    expect(cut).toBeUndefined()
    expect(raw.split("a line of the file").length).toBe(1501)
  })

  it("X4: a custom profile sets limits of built-in tools; the agent's come first", async () => {
    const profile = ownProfile({ name: "mine", base: "terminal", resultLimits: { read_file: 700, run_command: 800 } })
    expect((await shown(READ, { profile })).cut?.shown).toBe(700)
    expect((await shown(READ, { profile, resultLimits: { read_file: 900 } })).cut?.shown).toBe(900)
    expect((await shown(RUN, { profile, resultLimits: { read_file: 900 } })).cut?.shown).toBe(800)
  })
})

it("X3: read_result returns the rest within the same limit, to the end", async () => {
  const workspace = mkdtempSync(join(tmpdir(), "pawl-limits-"))
  onTestFinished(() => rmSync(workspace, { recursive: true }))
  const whole = Array.from({ length: 400 }, (_, line) => `line ${line} of many more`).join("\n")
  writeFileSync(join(workspace, "long.txt"), whole)
  const results: string[] = []
  await using server = await modelServer({
    script: ({ results: all }) => {
      const last = all.at(-1)?.text
      if (last !== undefined) results.push(last)
      const call = /read_result with call "(\w+)"/.exec(results[0] ?? "")?.[1]
      const next = /(?:and|with) offset (\d+)/.exec(last ?? "")?.[1]
      const speech = MODEL_FORMATS["local-desktop"] as ModelFormat // Every profile has one.
      if (last === undefined) return speech.call("read_file", { path: "long.txt" })
      return next === undefined || call === undefined
        ? speech.final("Done.")
        : speech.call("read_result", { call, offset: Number(next) })
    },
  })
  const model = modelFrom("openai:m", { baseUrl: server.openai, apiKey: "k", env: {} })
  await using agent = await createAgent({ model, workspace, profile: "local-desktop", finish: "structure" })
  const turn = await (await agent.open()).ask("Read it.")
  expect(turn.text).toBe("Done.")
  for (const result of results.slice(1)) {
    expect(result.length).toBeLessThanOrEqual(6000)
    expect(result).not.toContain("OUTPUT TRUNCATED")
  }
  const [first = "", ...more] = results.map((result) => result.split(/\n+\[(?:OUTPUT|Characters)/)[0] ?? "")
  expect(first.replace(/\n$/, "") + more.join("")).toBe(whole)
})
