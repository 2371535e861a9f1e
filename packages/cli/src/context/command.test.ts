// `pawl context` through the real command.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { createAgent } from "@pawl/agent"
import { scripted } from "@pawl/agent/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"
import { report } from "./__fixtures__/report.ts"
import { textFor } from "./command.ts"

describe("what pawl context prints", () => {
  const flags = (...names: readonly string[]) => new Map(names.map((name) => [name, ""]))

  it("is a table, the request, or the whole report", () => {
    expect(textFor(report, "Session s1", flags())).toMatch(/^Session s1\na:model, window 8,000 tokens\n/)
    expect(JSON.parse(textFor(report, "", flags("json")))).toEqual(report)
    const request = textFor(report, "", flags("request"))
    expect(Object.keys(JSON.parse(request))).toEqual(["model", "system", "messages", "tools"])
    expect(request.split("\n").length).toBeGreaterThan(10)
    expect(textFor(report, "", flags("request", "json")).trimEnd()).not.toContain("\n")
  })
})

/** Whether sessions can report their context. */
async function canTell(): Promise<boolean> {
  const agent = await createAgent({ model: scripted(() => "") })
  const session: object = await agent.open()
  await agent.close()
  return "context" in session
}

describe.skipIf(!(await canTell()))("pawl context", () => {
  let place: Place
  beforeAll(async () => {
    place = makePlace()
    writeFileSync(join(place.work, "AGENTS.md"), "Always say please.")
  })
  afterAll(() => place.remove())

  it("shows an empty session where there is none, and removes it again", async () => {
    const { code, stdout, stderr } = await place.pawl(["context", "--window", "9000"])
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toMatch(/^A new session in .*\n.*window 9,000 tokens\n/)
    expect(stdout).toMatch(/^ {2}together +9,000$/m)
    expect((await place.pawl(["sessions", "list", "--json"])).stdout).toBe("[]\n")
  })

  it("shows the last session's request, with AGENTS.md in its prompt (F30)", async () => {
    await place.pawl(["-p", "remember the Marble"])
    const { code, stdout } = await place.pawl(["context", "--request"])
    expect(code).toBe(0)
    const { system, messages, tools } = JSON.parse(stdout)
    expect(system).toContain("Always say please.")
    expect(JSON.stringify(messages)).toContain("remember the Marble")
    expect(tools.map(({ name }: { name: string }) => name)).toContain("note")
  })

  it("prints parts that add up to the window (F30)", async () => {
    const { budget } = JSON.parse((await place.pawl(["context", "--json", "--window", "9000"])).stdout)
    const { window, ...parts } = budget
    expect(Object.values<number>(parts).reduce((sum, part) => sum + part, 0)).toBe(window)
    expect(window).toBe(9000)
  })

  it("does not continue an interrupted turn", async () => {
    await place.spawned(["-p", "die now", "--title", "Killed", "--approve", "auto"])
    const before = (await place.pawl(["sessions", "export", "Killed"])).stdout
    expect((await place.pawl(["context", "Killed"])).code).toBe(0)
    expect((await place.pawl(["sessions", "export", "Killed"])).stdout).toBe(before)
  })

  it("refuses a missing session, and two sessions at once", async () => {
    expect((await place.pawl(["context", "missing"])).code).toBe(42)
    expect((await place.pawl(["context", "a", "b"])).code).toBe(2)
    expect((await place.pawl(["context", "--window", "big"])).code).toBe(2)
  })
})
