// Turns with a plan, in scripts and on a terminal.
import { fileURLToPath } from "node:url"
import type { Event } from "@pawl/agent"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"
import { styleFor } from "../terminal/style.ts"
import { notes } from "./notes.ts"

type Body = Event extends infer Each ? (Each extends Event ? Omit<Each, "position"> : never) : never

describe("planNote", () => {
  const lineFor = (body: Body) => notes({ style: styleFor({}), chain: ["a:1"] })({ ...body, position: "" } as Event)
  it.each<[Body, string | undefined]>([
    [
      {
        type: "plan-made",
        steps: [
          { what: "Look", needs: [] },
          { what: "Tell", needs: [1], tool: "say" },
        ],
      },
      "plan\n  1. Look\n  2. Tell (needs 1)",
    ],
    [{ type: "step-start", step: 1, what: "Look" }, "step 1 Look"],
    [{ type: "step-end", step: 1, outcome: "ok", result: "seen" }, "step 1 done"],
    [{ type: "step-end", step: 2, outcome: "failed", result: "no" }, "step 2 failed: no"],
    [{ type: "plan-failed", why: "Step 2 failed." }, "going on without the plan: Step 2 failed."],
    [{ type: "plan-failed", why: "No tools are needed." }, undefined],
    [{ type: "plan-failed", why: "There are no tools." }, undefined],
    [{ type: "iteration-start", iteration: 1, attempt: "1.1.1", model: "b:2", phase: "route" }, undefined],
  ])("%j", (body, line) => {
    expect(lineFor(body)).toBe(line)
  })
})

describe("--orchestrate", () => {
  const PLANNING = `scripted:${fileURLToPath(new URL("../__fixtures__/planning.ts", import.meta.url))}`
  let place: Place
  beforeEach(() => {
    place = makePlace()
  })
  afterEach(() => place.remove())
  const pawl = (...words: readonly string[]) => place.pawl([...words, "--model", PLANNING, "--approve", "auto"])

  it.each([[], ["--dialect", "bracket"]])("L17: carries out a plan of add_step calls %j", async (...dialect) => {
    const { code, stdout, stderr } = await pawl("--orchestrate", "-p", "Keep a word, in brackets.", ...dialect)
    expect({ code, stdout }).toEqual({ code: 0, stdout: "It is kept: Kept heron.\n" })
    expect(stderr).toMatch(/step 1 Pick a word\n[\s\S]*step 1 done\n[\s\S]*step 2 Keep the word\n[\s\S]*step 2 done/)
  })

  it("prints the answer, shows the steps on stderr, and leaves a log that can be shown and replayed", async () => {
    const { code, stdout, stderr } = await pawl("--orchestrate", "-p", "Keep a word.")
    expect({ code, stdout }).toEqual({ code: 0, stdout: "It is kept: Kept heron.\n" })
    const told = stderr.split("\n").filter((line) => /^(plan|step| {2}\d\.)/.test(line))
    expect(told).toEqual([
      "plan",
      "  1. Pick a word",
      "  2. Keep the word (needs 1)",
      "step 1 Pick a word",
      "step 1 done",
      "step 2 Keep the word",
      "step 2 done",
    ])
    const [{ id }] = JSON.parse((await place.pawl(["sessions", "list", "--json"])).stdout)
    expect((await place.pawl(["sessions", "show", id])).stdout).toMatch(
      /you +Keep a word\.\ntool +pick\n.*\ntool +keep word="heron"\n.*\nmodel +It is kept: Kept heron\.\n$/,
    )
    expect((await place.pawl(["replay", id])).stdout).toContain("replays exactly")
    expect((await place.pawl(["show", id, "--requests"])).stdout).toContain("route of step 2")
  })

  it("is implied by a planner or a router, and can be switched off", async () => {
    const events = async (...words: readonly string[]) =>
      (await pawl(...words, "-p", "Keep a word.", "--output-format", "stream-json")).stdout
    expect(await events("--router", PLANNING)).toContain('"type":"step-end"')
    const words = ["-p", "Just say hello.", "--model", PLANNING, "--output-format", "stream-json"]
    const env = { PAWL_PLANNER: PLANNING, PAWL_ORCHESTRATE: "off" }
    const { code, stdout } = await place.pawl(words, { env })
    expect(code).toBe(0)
    expect(stdout).not.toContain('"phase"')
  })

  it("shows no plan where none is needed", async () => {
    expect(await pawl("--orchestrate", "-p", "Just say hello.")).toMatchObject({
      code: 0,
      stdout: "Hello.\n",
      stderr: "",
    })
  })
})
