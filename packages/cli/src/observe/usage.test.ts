// Costs through the real command, against a model server: the limit, what is told of it, and the sums.
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { call, type ModelServer, modelServer } from "@pawl/agent/testing"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"

/** Each request uses 100,000 tokens, of which 50,000 come from the cache: 0.06 USD with the prices below. */
const USAGE = { inputTokens: 90_000, outputTokens: 10_000, cacheReadTokens: 50_000 }
const PRICES = { "openai:some-*": { input: 0.5, output: 3, cacheRead: 0.2 } }
const COST = (40_000 * 0.5 + 50_000 * 0.2 + 10_000 * 3) / 1e6

let server: ModelServer
let place: Place
beforeAll(async () => {
  server = await modelServer({
    script: ({ results }) => ({
      ...(results.length < 5 ? { calls: [call("read_file", { path: `${results.length}.txt` })] } : { text: "Fine." }),
      usage: USAGE,
    }),
  })
})
afterAll(() => server.close())
beforeEach(() => {
  place = makePlace()
  mkdirSync(place.home, { recursive: true })
  for (const name of [0, 1, 2, 3, 4]) writeFileSync(join(place.work, `${name}.txt`), `file ${name}`)
  writeFileSync(join(place.home, "config.json"), JSON.stringify({ prices: PRICES }))
})
afterEach(() => place.remove())

const env = (more: Record<string, string> = {}) => ({
  OPENAI_API_KEY: "k",
  OPENAI_BASE_URL: server.openai,
  PAWL_MODEL: "openai:some-model",
  ...more,
})

describe("--max-cost", () => {
  it("tells at 80 %, refuses the next request at 100 %, and lets the session go on when it is raised (X20)", async () => {
    const before = server.requests.length
    const ended = await place.pawl(["-p", "look", "--max-cost", String(COST * 4)], { env: env() })
    expect(server.requests.length - before).toBe(4)
    expect(ended.code).toBe(53)
    expect(ended.stderr).not.toContain("80 % of a limit")
    expect(ended.stderr).toMatch(
      /The turn failed: A limit is reached: 0\.24 of 0\.24 USD in this session \(limits\.session\.costUsd\)\. The next request was not sent\. Raise the limit .* Then: pawl -r \S+ -p "Go on\."/,
    )
    const more = await place.pawl(["-c", "-p", "go on", "--max-cost", String(COST * 5)], { env: env() })
    expect([more.code, more.stderr]).toEqual([
      53,
      expect.stringContaining("80 % of a limit are used: 0.24 of 0.3 USD in this session (limits.session.costUsd)"),
    ])
    const last = await place.pawl(["-c", "-p", "go on"], { env: env({ PAWL_MAX_COST: "9" }) })
    expect([last.code, last.stdout]).toEqual([0, "Fine.\n"])
  })

  it.each([
    ["0", 2, /--max-cost .* must be an amount in US dollars above 0, but is "0"/],
    ["much", 2, /must be an amount in US dollars above 0, but is "much"/],
  ])("cannot be %s", async (given, code, words) => {
    const ended = await place.pawl(["-p", "look", "--max-cost", given], { env: env() })
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringMatching(words)])
  })

  it.each([
    ["maxCost", { maxCost: 50 }],
    ["prices", { prices: PRICES }],
    ["limits.session.costUsd above yours", { limits: { session: { costUsd: 50 } } }],
    ["limits.session.costUsd above yours", { limits: { turn: { tokens: 5 } } }],
  ])("cannot be raised by a project: %s", async (what, project) => {
    writeFileSync(join(place.home, "config.json"), JSON.stringify({ limits: { session: { costUsd: 1 } } }))
    writeFileSync(join(place.work, ".pawl.json"), JSON.stringify(project))
    const ended = await place.pawl(["-p", "look"], { env: env() })
    expect([ended.code, ended.stderr]).toEqual([52, expect.stringContaining(`sets ${what}`)])
  })
})

describe("the cost is shown where tokens are", () => {
  it("in pawl usage, as the sum of usage times price with the cache, also after the session is removed (X20)", async () => {
    await place.pawl(["-p", "look"], { env: env() })
    const total = (COST * 6).toFixed(4)
    const shown = await place.pawl(["usage"])
    expect(shown.stdout).toMatch(/^DAY +REQUESTS +IN +CACHED +OUT +USD +MODEL\n/)
    expect(shown.stdout).toContain(`${total}  openai:some-model`)
    expect(shown.stdout).toContain(`${total} USD in all\n`)
    const [row] = JSON.parse((await place.pawl(["sessions", "list", "--json"])).stdout)
    expect((await place.pawl(["show", row.id])).stdout).toContain(`540000 + 60000 tokens, ${total} USD, updated`)
    expect((await place.pawl(["stats"])).stdout).toContain(`60,000 out, ${total} USD`)
    expect((await place.pawl(["trace", row.id])).stdout).toContain(`540,000 + 60,000 tokens, ${total} USD`)
    await place.pawl(["sessions", "rm", row.id, "--yes"])
    expect(JSON.parse((await place.pawl(["usage", "--since", "1d", "--json"])).stdout)).toMatchObject([
      { owner: null, requests: 6, unpriced: 0, usage: { inputTokens: 540_000, cacheReadTokens: 300_000 } },
    ])
  })

  it("as unknown where no price is known, and pawl says so when there is a limit of costs", async () => {
    const ended = await place.pawl(["-p", "look", "--max-cost", "1"], { env: env({ PAWL_MODEL: "openai:other" }) })
    expect([ended.code, ended.stderr]).toEqual([0, expect.stringContaining('the price of "openai:other" is not known')])
    const { stdout } = await place.pawl(["usage"])
    expect(stdout).toContain("unknown  openai:other")
    expect(stdout).toContain("0.0000 USD in all, without 6 requests whose price is not known")
  })

  it("nowhere before anything was used", async () => {
    expect((await place.pawl(["usage"])).stdout).toBe("Nothing was used in that time.\n")
  })
})
