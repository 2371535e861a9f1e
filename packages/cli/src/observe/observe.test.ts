// `pawl stats`, `pawl trace`, the log file and --debug through the real command.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"
import { sinceFrom } from "./stats.ts"

let place: Place
let model: string
let session: string

beforeAll(async () => {
  place = makePlace()
  const file = join(place.root, "model.ts")
  writeFileSync(
    file,
    `export const tools = [
      {
        name: "look",
        description: "Looks.",
        input: { type: "object" },
        effect: "read",
        run: ({ where }) => {
          if (where === "away") throw new Error("nothing there")
          return "seen"
        },
      },
    ]
    const look = (where) => ({ calls: [{ name: "look", arguments: { where, token: "sk-abcdefgh12345678" } }] })
    export default ({ results, input }) =>
      results.length === 0 ? look("away") : results.length === 1 ? look("here") : "I have seen it."`,
  )
  model = `scripted:${file}`
  await place.pawl(["-p", "look around", "--model", model, "--title", "Looking"])
  const [row] = JSON.parse((await place.pawl(["sessions", "list", "--json"])).stdout)
  session = row.id
})

afterAll(() => place.remove())

describe("pawl stats", () => {
  it("agrees with the facts, for one session and for all", async () => {
    const { facts } = JSON.parse((await place.pawl(["show", "Looking", "--json"])).stdout)
    const many = (test: (fact: { readonly type: string; readonly outcome?: string }) => boolean) =>
      facts.filter(test).length
    for (const words of [["Looking"], ["--since", "1h"]]) {
      const { code, stdout } = await place.pawl(["stats", ...words, "--json"])
      expect(code).toBe(0)
      expect(JSON.parse(stdout)).toMatchObject({
        sessions: 1,
        turns: { completed: many(({ type }) => type === "turn-finished"), failed: 0, cancelled: 0 },
        models: { [model]: { calls: many(({ type }) => type === "model-answered"), retries: 0 } },
        tools: {
          look: {
            calls: many(({ type }) => type === "tool-finished"),
            ok: many(({ type, outcome }) => type === "tool-finished" && outcome === "ok"),
            retries: 1,
            outcomes: { ok: 1, error: 1 },
          },
        },
      })
    }
  })

  it("prints a table", async () => {
    const { stdout } = await place.pawl(["stats"])
    expect(stdout).toMatch(/^1 session, 1 turn: 1 completed, 0 failed, 0 cancelled; half within/)
    expect(stdout).toMatch(/\nTOOL +CALLS +OK +RETRIES +P50 +P95 +BESIDES\nlook +2 +50 % +50 % .* error 1\n/)
    expect(stdout).toMatch(/\nRequests: [\d,]+ tokens at first, /)
  })

  it("says that there were no turns in the given time", async () => {
    expect((await place.pawl(["stats", "--since", "2099-01-01"])).stdout).toBe("No turns in that time.\n")
  })

  it.each([
    ["30m", 30 * 60_000],
    ["24h", 24 * 3_600_000],
    ["7d", 7 * 86_400_000],
    ["4w", 28 * 86_400_000],
  ])("understands --since %s", (given, ago) => {
    expect(sinceFrom(given, 1e12)).toBe(1e12 - ago)
  })

  it("refuses an invalid time", async () => {
    const { code, stderr } = await place.pawl(["stats", "--since", "lately"])
    expect([code, stderr]).toEqual([2, expect.stringContaining('--since cannot be "lately". Use 30m')])
  })
})

describe("pawl trace", () => {
  it("prints the turn as a tree: model calls, below them tools with arguments but no secret, durations", async () => {
    const { code, stdout } = await place.pawl(["trace", "Looking"])
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^Session \w+ "Looking"\n\nturn 1 \S+ completed in .*: 3 steps, 3 model calls, 2 tool runs, 1 failure, /,
    )
    const lines = stdout.split("\n").filter((line) => /^ +\+/.test(line))
    expect(lines.map((line) => line.replace(/^ +\+[\d.]+ m?s {2}/, "").split(":")[0])).toEqual([
      expect.stringMatching(/^model scripted/),
      expect.stringMatching(/^ {2}tool look/),
      expect.stringMatching(/^model scripted/),
      expect.stringMatching(/^ {2}tool look/),
      expect.stringMatching(/^model scripted/),
    ])
    expect(stdout).toMatch(/tool look \{"where":"away","token":"\[redacted\]"\}: error \(tool-failed\), \d+ ms\n/)
    expect(stdout).not.toContain("abcdefgh")
  })

  it("finds a turn by session, by trace, by the beginning of either, and by OpenTelemetry's id", async () => {
    const whole = JSON.parse((await place.pawl(["trace", session, "--json"])).stdout)
    const [{ trace, traceId }] = whole.turns
    const ids = [session.slice(0, 20), trace, trace.slice(0, 18), traceId.toUpperCase()]
    const found = await Promise.all(ids.map((id) => place.pawl(["trace", id, "--json"])))
    expect(found.map(({ stdout }) => JSON.parse(stdout))).toEqual(ids.map(() => whole))
    const { code, stderr } = await place.pawl(["trace", "missing"])
    expect([code, stderr]).toEqual([42, expect.stringContaining('There is no session and no turn "missing".')])
  })
})

describe("the log file (M26)", () => {
  it("M26: has a record of every call and of the turn, with the trace, and without messages or secrets", () => {
    const lines = readFileSync(join(place.home, "pawl.log"), "utf8").trimEnd().split("\n")
    const records = lines.map((line) => JSON.parse(line)).filter((record) => record.session === session)
    expect(records.map(({ msg }) => msg)).toEqual([
      "turn-start",
      "model-call",
      "tool-call",
      "model-call",
      "tool-call",
      "model-call",
      "turn-end",
    ])
    expect(new Set(records.map(({ trace }) => trace)).size).toBe(1)
    expect(records[2]).toMatchObject({
      tool: "look",
      outcome: "error",
      ms: expect.any(Number),
      arguments: expect.stringContaining("away"),
    })
    expect(records.at(-1)).toMatchObject({ steps: 3, modelCalls: 3, toolRuns: 2, failures: 1 })
    expect(lines.join("\n")).not.toMatch(/abcdefgh|look around|I have seen it/)
  })

  it("M26: with --debug has every fact, and every step is printed on stderr", async () => {
    const { stdout, stderr } = await place.pawl(["-p", "look around", "--model", model, "--debug"])
    expect(stdout).toBe("I have seen it.\n")
    expect(stderr).toMatch(/pawl: debug \S+ \w{26} model scripted\S+ 1\.1\.1: ok, 1 call, \d+ ms/)
    expect(stderr).toMatch(/pawl: debug \S+ \w{26} completed in /)
    expect(readFileSync(join(place.home, "pawl.log"), "utf8")).toContain('"fact":"tool-started"')
  })
})
