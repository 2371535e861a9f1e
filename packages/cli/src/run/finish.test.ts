// How answers are checked, set by flags, the environment or a file. Real processes.
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"

const MODEL = `scripted:${fileURLToPath(new URL("../__fixtures__/stopping.ts", import.meta.url))}`

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(() => place.remove())

function configure(config: object): void {
  mkdirSync(place.home, { recursive: true })
  writeFileSync(join(place.home, "config.json"), JSON.stringify(config))
}

const asked = (...words: readonly string[]) => place.pawl(["-p", "Read the 3 files", "--model", MODEL, ...words])

describe("--finish and --judge", () => {
  it("do not change an answer in the default profile", async () => {
    expect((await asked()).stdout).toBe("1 done, 2 remaining.\n")
  })

  it("make a judge check the answer, and show why it was taken back, and the cost", async () => {
    const { stdout, stderr } = await asked("--finish", "model", "--judge", MODEL)
    expect(stdout).toBe("Now all 3 are read.\n")
    expect(stderr).toContain("the answer was taken back: a judge model finds it unfinished (unfinished)")
    const [{ id }] = JSON.parse((await place.pawl(["sessions", "list", "--json"])).stdout)
    const trace = (await place.pawl(["trace", id])).stdout
    expect(trace).toMatch(/judge stopping-phrase\n.*\(judge\): ok, unfinished, .* tokens/)
    expect((await place.pawl(["replay", id])).stdout).toMatch(/replays exactly/)
  })

  it("can be set in the configuration, and switched off", async () => {
    configure({ finish: "model" })
    expect((await asked()).stdout).toBe("Now all 3 are read.\n")
    expect((await asked("--finish", "off")).stdout).toBe("1 done, 2 remaining.\n")
  })

  it("apply to profiles whose turns end in text: xml-tools ignores a file's value, and refuses a flag", async () => {
    configure({ finish: "model" })
    const xml = ["--profile", "xml-tools", "--max-iterations", "1"]
    expect((await asked(...xml)).stderr).not.toMatch(/finish/)
    expect(await asked(...xml, "--finish", "model")).toMatchObject({
      code: 52,
      stderr: expect.stringMatching(/finish/),
    })
    expect((await asked(...xml, "--finish", "off")).stderr).not.toMatch(/leave it out/)
  })
})
