// `pawl audit` through the real command.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"

describe("pawl audit", () => {
  let place: Place
  beforeAll(() => {
    place = makePlace()
  })
  afterAll(() => place.remove())

  it("says that there is no session or no call", async () => {
    const { code, stderr } = await place.pawl(["audit"])
    expect(code).not.toBe(0)
    expect(stderr).toContain("There is no session of this folder yet.")
  })

  it("prints a row for every call: its arguments, whether it was confirmed, how it ended (L24)", async () => {
    await place.pawl(["-p", "note one", "--approve", "auto"])
    await place.pawl(["-c", "-p", "note two"])
    const { code, stdout } = await place.pawl(["audit"])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Session \w+: 2 calls\nok {2}note text="one"\n {4}turn 1, .* ms, no person was asked\n/)
    expect(stdout).toMatch(
      /\ndenied \(approval-denied\) {2}note text="two"\n {4}turn 2, .* 0 ms, no person was asked\n/,
    )
    const rows = JSON.parse((await place.pawl(["audit", "--json"])).stdout)
    expect(rows).toMatchObject([
      { tool: "note", arguments: { text: "one" }, status: "ok", confirmed: false, starts: 1 },
      { tool: "note", arguments: { text: "two" }, status: "denied", confirmed: false, starts: 0 },
    ])
  })

  it("prints no secret that a model wrote into its arguments", async () => {
    await place.pawl(["-p", "note sk-ant-api03-abcdefghijklmnopqrstuvwxyz", "--approve", "auto", "--title", "Secret"])
    for (const more of [[], ["--json"]]) {
      const { stdout } = await place.pawl(["audit", "Secret", ...more])
      expect(stdout).toContain("note")
      expect(stdout).not.toContain("abcdefghijklmnop")
    }
  })
})
