// Plugins in an agent: their tools run like all others, and their secrets are never shown.
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createAgent, type Event, type PluginLogRecord, plugin, type Secret, secret, tool } from "@pawl/agent"
import { call, scripted } from "@pawl/agent/testing"
import { afterEach, beforeEach, describe, expect, it } from "vitest"

const SECRET = 'sesame-open/"9f"'
const VARIABLE = "PAWL_PLUGIN_VAULT_KEY"

type Env = Readonly<Record<string, string>>
const SET: Env = { [VARIABLE]: SECRET }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-plugin-agent-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const vault = plugin<{ readonly key: Secret; readonly door: string }>({
  name: "vault",
  version: "1.2.3",
  settings: {
    type: "object",
    properties: { key: secret(), door: { type: "string", default: "front" } },
    required: ["key"],
  },
  tools: [
    {
      name: "open",
      description: "Opens the vault.",
      input: { type: "object", properties: { how: { type: "string" } } },
      effect: "read",
      needs: ["settings", "dataFolder", "cacheFolder"],
      async run({ how }: { readonly how: string }, { settings, paths, log, output, trace, signal, session }) {
        const key = settings.key.reveal()
        log.info(`opening with ${key}`, { key, wrapped: settings.key, trace })
        output(`key ${key.slice(0, 5)}`)
        output(`${key.slice(5)} turned`)
        if (how === "throw") throw new Error(`the key ${key} broke`)
        if (how === "bytes") return [{ type: "bytes" as const, mime: "image/png", bytes: Buffer.from(`png ${key}`) }]
        if (how === "long") return `${"x".repeat(19_995)}${key}`
        return {
          key,
          wrapped: settings.key as unknown as string,
          basic: Buffer.from(`user:${key}`).toString("base64"),
          door: settings.door,
          isString: typeof trace === "string" && typeof session === "string",
          aborted: signal.aborted,
          folders: [paths.data, paths.cache].every((path) => statSync(path).isDirectory()),
        }
      },
    },
    {
      name: "peek",
      description: "Uses what it did not declare.",
      input: { type: "object" },
      effect: "read",
      run: (_, { settings }) => settings.door,
    },
  ],
  contextProviders: [
    { name: "state", needs: ["settings"], fetch: async (_, { settings }) => ({ open: settings.key.reveal() }) },
    {
      name: "broken",
      needs: ["settings"],
      fetch: async (_, { settings }) => {
        throw new Error(settings.key.reveal())
      },
    },
  ],
})

/** Runs a turn and returns everything that is visible of it. */
async function turn(how: string, { env = SET, tools = [] }: { env?: Env; tools?: readonly string[] } = {}) {
  const logged: PluginLogRecord[] = []
  const systems: string[] = []
  const name = tools[0] ?? "vault__open"
  const model = scripted(({ results, request }) => {
    systems.push(request.system)
    return results.length === 0 ? { calls: [call(name, { how })] } : `It said: ${results[0]?.text}`
  })
  await using agent = await createAgent({
    model,
    plugins: [vault],
    pluginOptions: {
      env,
      log: (record) => logged.push(record),
      dataFolder: join(folder, "data"),
      cacheFolder: join(folder, "cache"),
    },
  })
  const session = await agent.open()
  const events: Event[] = []
  for await (const event of session.send("Open it.")) events.push(event)
  const facts = []
  for await (const fact of await session.facts()) facts.push(fact)
  const lines: string[] = []
  for await (const line of agent.sessions.export(session.id)) lines.push(line)
  const all = JSON.stringify([logged, systems, events, facts, lines, agent.plugins(), await agent.tools()])
  const result = facts.find((fact) => fact.type === "tool-finished")
  return { all, logged, systems, facts, events, result, status: agent.plugins(), offered: await agent.tools() }
}

function expectHidden(all: string): void {
  for (const form of [SECRET, JSON.stringify(SECRET).slice(1, -1), Buffer.from(SECRET).toString("base64").slice(0, 18)])
    expect(all).not.toContain(form)
  expect(all).not.toContain("sesame")
}

describe("a plugin's tool", () => {
  it("gets the context it declared, and its secret is in no result, event or log record", async () => {
    const { all, result, logged, events } = await turn("return")
    expectHidden(all)
    const said = JSON.parse((result!.content[0] as { readonly text: string }).text)
    expect(said).toMatchObject({ door: "front", isString: true, aborted: false, folders: true, wrapped: "********" })
    expect(said.key).toBe("[redacted]")
    expect(logged).toEqual([
      expect.objectContaining({
        plugin: "vault",
        tool: "open",
        level: "info",
        message: "opening with [redacted]",
        trace: expect.any(String),
        fields: expect.objectContaining({ key: "[redacted]", wrapped: "********" }),
      }),
    ])
    const told = events.flatMap((event) => (event.type === "tool-output" ? [event.text] : [])).join("")
    expect(told).toBe("key [redacted] turned")
    expect(readdirSync(join(folder, "data"))).toEqual(["vault"])
    expect(statSync(join(folder, "data/vault")).mode & 0o777).toBe(0o700)
  })

  it.each(["throw", "bytes", "long"])("keeps its secret hidden when it ends with: %s", async (how) => {
    const { all, result } = await turn(how)
    expectHidden(all)
    expect(JSON.stringify(result)).toMatch(/\[redacted\]|holds a secret/)
  })

  it("that uses undeclared context gets an error that names what to declare", async () => {
    const { result } = await turn("", { tools: ["vault__peek"] })
    expect(result).toMatchObject({ outcome: "error", code: "tool-failed" })
    expect(JSON.stringify(result)).toContain('add needs: [\\"settings\\"]')
  })

  it("M14: a tool on standby is listed with the names that are missing, not offered, and not run when it is called", async () => {
    const { result, logged, status, offered, systems } = await turn("return", { env: {} })
    expect(offered.map(({ name }) => name)).toEqual(["vault__peek", "ask_user"])
    expect(systems[0]).toMatch(
      /<unavailable_tools>\n- vault__open: disabled, because the setting "key" is not set \(environment: PAWL_PLUGIN_VAULT_KEY\)/,
    )
    expect(result).toMatchObject({ name: "vault__open", outcome: "error", code: "tool-standby" })
    expect(JSON.stringify(result)).toMatch(/the setting .*key.* is not set \(environment: PAWL_PLUGIN_VAULT_KEY\)/)
    expect(logged).toEqual([])
    expect(status).toMatchObject([
      { name: "vault", version: "1.2.3", state: "standby", tools: [{ missing: [{ variable: VARIABLE }] }, {}] },
    ])
  })
})

describe("a plugin's context provider", () => {
  it("M20: a plugin's provider adds its data to the prompt, without its secret", async () => {
    const { systems } = await turn("return")
    expect(systems[0]).toContain('Live state from "vault__state"')
    expect(systems[0]).toContain('{"open":"[redacted]"}')
  })

  it("on standby adds nothing", async () => {
    expect((await turn("return", { env: {} })).systems[0]).not.toContain("vault__state")
  })
})

describe("conflicting names", () => {
  const model = scripted(() => "")
  const look = { description: "d", input: { type: "object" }, effect: "once", run: () => "" } as const

  it("M23: a plugin's tool with the name of an agent's tool is a start-up error", async () => {
    const own = tool({ ...look, name: "vault__open" })
    await expect(createAgent({ model, tools: [own], plugins: [vault] })).rejects.toMatchObject({
      code: "tool-duplicate",
    })
  })

  it("M23: a plugin with the name of an MCP server is a start-up error", async () => {
    const mcp = { mcpServers: { vault: { command: "never-started" } } }
    await expect(createAgent({ model, mcp, plugins: [vault] })).rejects.toThrow(
      /MCP server "vault" and the plugin "vault"/,
    )
  })
})
