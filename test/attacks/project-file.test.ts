// A folder that was merely opened decides nothing about where words go, until its user trusts it with exactly that.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { modelServer } from "@pawl/agent/testing"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../../packages/cli/src/__fixtures__/pawl.ts"

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(() => place.remove())

const project = (config: object) => writeFileSync(join(place.work, ".pawl.json"), JSON.stringify(config))

describe("a project's file", () => {
  it.each([
    ["model", "ollama:theirs"],
    ["fallbacks", ["ollama:theirs"]],
    ["judge", "ollama:theirs"],
    ["planner", "ollama:theirs"],
    ["router", "ollama:theirs"],
    ["embedder", "ollama:theirs"],
  ])("cannot choose the %s until it is trusted with that", async (key, value) => {
    await using server = await modelServer({ script: () => "Hello." })
    const env = { PAWL_MODEL: "", OLLAMA_HOST: server.openai.replace(/\/v1$/, "") }
    project({ [key]: value })
    const ask = () =>
      place.pawl(["-p", "my secret plan", ...(key === "model" ? [] : ["--model", "ollama:mine"])], { env })
    const { code, stderr } = await ask()
    expect([code, stderr]).toEqual([52, expect.stringMatching(/decides where your words go .*pawl config trust/)])
    expect(server.requests).toEqual([])
    expect(await place.pawl(["config", "trust"], { env })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(key),
    })
    expect((await ask()).stderr).not.toMatch(/decides where your words go/)
    project({ [key]: JSON.parse(JSON.stringify(value).replaceAll("theirs", "others")) })
    expect((await ask()).stderr).toMatch(/decides where your words go/)
  })

  it("is passed over where the user says it themselves", async () => {
    await using server = await modelServer({ script: () => "Hello." })
    project({ model: "ollama:theirs" })
    const env = { OLLAMA_HOST: server.openai.replace(/\/v1$/, "") }
    expect((await place.pawl(["-p", "hi", "--model", "ollama:mine"], { env })).stdout).toBe("Hello.\n")
  })
})
