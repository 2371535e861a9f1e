// --tools: a session with only some tools, or with none.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { type ModelServer, modelServer } from "@pawl/agent/testing"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"

let place: Place
let server: ModelServer
let env: Readonly<Record<string, string>>

beforeEach(async () => {
  place = makePlace()
  server = await modelServer({ script: () => "hello" })
  env = { PAWL_MODEL: "openai:m", OPENAI_BASE_URL: server.openai, OPENAI_API_KEY: "k" }
})
afterEach(async () => {
  await server.close()
  await place.remove()
})

/** The names of the tools in the last request. */
function offered(): readonly string[] {
  const tools = (server.requests.at(-1)?.body.tools ?? []) as readonly { function: { name: string } }[]
  return tools.map((tool) => tool.function.name)
}

describe("--tools", () => {
  it("T1: none makes one request without tools, and then the session is idle", async () => {
    const { code, stdout } = await place.pawl(["-p", "hi", "--tools", "none", "--profile", "chat-service"], { env })
    expect([code, stdout]).toEqual([0, "hello\n"])
    expect(server.requests).toHaveLength(1)
    expect(server.requests[0]?.body).not.toHaveProperty("tools")
    const [row] = JSON.parse((await place.pawl(["sessions", "list", "--json"])).stdout)
    expect(row).toMatchObject({ status: "idle", title: "hi" })
  })

  it("offers the named tools, and warns about unknown names", async () => {
    const { stderr } = await place.pawl(["-p", "hi", "--tools", "read_file,list_directory", "--tools", "missing"], {
      env,
    })
    expect(offered()).toEqual(["list_directory", "read_file"])
    expect(stderr).toContain('--tools names "missing", and no tool is called that')
    await place.pawl(["-p", "hi", "--tools", "builtin"], { env })
    expect(offered()).toEqual(expect.arrayContaining(["read_file", "run_command"]))
    await place.pawl(["-p", "hi", "--tools", "mcp"], { env })
    expect(offered()).toEqual([])
  })

  it("can be set in the configuration, too", async () => {
    writeFileSync(join(place.work, ".pawl.json"), JSON.stringify({ tools: ["read_file"] }))
    await place.pawl(["-p", "hi"], { env })
    expect(offered()).toEqual(["read_file"])
    await place.pawl(["-p", "hi"], { env: { ...env, PAWL_TOOLS: "none" } })
    expect(offered()).toEqual([])
  })

  it("refuses invalid values", async () => {
    const { code, stderr } = await place.pawl(["-p", "hi", "--tools", "none,mcp"], { env })
    expect(code).toBe(52)
    expect(stderr).toContain('--tools (or PAWL_TOOLS) cannot be "none,mcp"')
  })
})

it("T21: limits in the configuration apply to pawl -p and pawl send", async () => {
  writeFileSync(
    join(place.work, ".pawl.json"),
    JSON.stringify({ limits: { message: { chars: 5 }, owner: { activeSessions: 1 } } }),
  )
  for (const words of [
    ["-p", "too long"],
    ["send", "new", "too long"],
  ]) {
    const { code, stderr } = await place.pawl(words, { env })
    expect([code, stderr]).toEqual([42, expect.stringContaining("The message has 8 characters; the limit is 5")])
  }
  expect((await place.pawl(["send", "new", "one"], { env })).code).toBe(0)
  const second = await place.pawl(["send", "new", "two"], { env })
  expect([second.code, second.stderr]).toEqual([1, expect.stringContaining("limits.owner.activeSessions")])
  expect(JSON.parse((await place.pawl(["sessions", "list", "--json"])).stdout)).toHaveLength(1)
})
