// The REPL with a real model server that refuses, and the commands that /help lists.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { type ModelServer, modelServer } from "@pawl/agent/testing"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"
import { startInside } from "../__fixtures__/pty.ts"

const CTRL_D = "\u0004"

let place: Place
let server: ModelServer

beforeEach(async () => {
  place = makePlace()
  server = await modelServer({ script: ({ said }) => `You said: ${said}` })
})

afterEach(async () => {
  await place.remove()
  await server.close()
})

function start(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return startInside(place, words, { env })
}

describe("the REPL", () => {
  it("X10: says that it asks again after two 429, answers once, and shows the prompt at once after a 400", async () => {
    const env = { OPENAI_API_KEY: "key-for-openai", OPENAI_BASE_URL: server.openai }
    const { say, see, type, ended, screen } = start(["--model", "openai:m"], env)
    await see("\n> ")
    const limited = { kind: "status", status: 429, headers: { "retry-after-ms": "1" } } as const
    server.misbehave(limited, limited)
    await say("hello", /limits the rate.*asking again/, "You said: hello\n> ")
    expect(server.requests).toHaveLength(3)
    expect(screen().match(/You said: hello/g)).toHaveLength(1)
    server.misbehave({ kind: "status", status: 400, message: "no such thing" })
    await say("refused", "no such thing", "> ")
    expect(server.requests).toHaveLength(4)
    // The unanswered message comes before it.
    await say("again", "You said: refused\nagain\n> ")
    type(CTRL_D)
    expect(await ended).toBe(0)
  })

  it("X15: lists in /help only usable commands: /mcp where there are servers, no empty lists", async () => {
    const none = start([])
    await none.see("\n> ")
    await none.say("/help", "/session [name", "@SERVER:URI", "> ")
    for (const missing of ["/mcp", "/plugins", "/tasks", "/notes"]) expect(none.screen()).not.toContain(missing)
    none.type(CTRL_D)
    const path = join(place.root, "mcp.json")
    writeFileSync(path, JSON.stringify({ mcpServers: { none: { command: "no-such-program-anywhere" } } }))
    const some = start(["--mcp-config", path])
    await some.see("> ")
    await some.say("/help", /\/mcp +list the MCP servers/, "@SERVER:URI", "> ")
    some.type(CTRL_D)
  })
})
