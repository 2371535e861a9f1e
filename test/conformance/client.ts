// The program that the official suite runs as its client: an agent with a scripted
// model that calls every offered tool, a simulated user who takes the first suggestion,
// and a simulated browser that follows every redirect. All client code is Pawl's own.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Agent, createAgent, type JsonObject, type ToolDefinition } from "@pawl/agent"
import { type HttpServer, loadServers, login, type McpConfig } from "@pawl/agent/mcp"
import { call, scripted } from "@pawl/agent/testing"

interface ToolCall {
  readonly name: string
  readonly arguments: JsonObject
}

const url = process.argv.at(-1) ?? ""
const { MCP_CONFORMANCE_SCENARIO: scenario = "", MCP_CONFORMANCE_CONTEXT: given = "{}" } = process.env
// More logins than a person would try.
const MAX_LOGINS = 3

const config: McpConfig = { mcpServers: { test: { url, oauth: oauthFor(JSON.parse(given)) } } }
const loginFolder = mkdtempSync(join(tmpdir(), "pawl-conformance-"))
try {
  for (let logins = 0; ; logins += 1) {
    const wantsLogin = await useTools()
    if (!wantsLogin || logins === MAX_LOGINS) break
    await logIn()
  }
} finally {
  rmSync(loginFolder, { recursive: true })
}

function oauthFor({ client_id, client_secret }: Readonly<Record<string, string>>): JsonObject {
  if (client_id !== undefined) return { clientId: client_id, ...(client_secret && { clientSecret: client_secret }) }
  const hasDocument = scenario.includes("cimd")
  return hasDocument ? { clientMetadataUrl: "https://conformance-test.local/client-metadata.json" } : {}
}

/** Returns true when a login is needed first. */
async function useTools(): Promise<boolean> {
  const model = scripted((request) => {
    const { tools } = request.request
    const isFirst = !request.messages.some(({ role }) => role === "tool")
    return isFirst && tools.length > 0
      ? { calls: tools.map((tool) => call(tool.name, argumentsFor(tool, tools))) }
      : "Done."
  })
  const agent = await createAgent({ model, mcp: config, mcpOptions: { loginFolder }, approve: "auto" })
  try {
    await agent.tools()
    return saysLogin(agent.servers()[0]?.error) || saysLogin(await turn(agent))
  } finally {
    await agent.close()
  }
}

async function turn(agent: Agent): Promise<string> {
  const session = await agent.open()
  for await (const event of session.send("Use every tool once.")) {
    if (event.type === "question-asked") await session.answer(event.call, event.suggestions[0] ?? "")
  }
  return JSON.stringify(await session.messages())
}

function saysLogin(words = ""): boolean {
  return words.includes("pawl mcp login")
}

async function logIn(): Promise<void> {
  const [server] = loadServers(config)
  await login(server as HttpServer, {
    folder: loginFolder,
    show: (page) => void fetch(page).catch(() => {}),
    signal: AbortSignal.timeout(20_000),
  })
}

/** The arguments that the scenario expects, or arguments that fit the tool's schema. */
function argumentsFor({ name, inputSchema }: ToolDefinition, tools: readonly ToolDefinition[]): JsonObject {
  const { toolCalls = [] } = JSON.parse(given) as { readonly toolCalls?: readonly ToolCall[] }
  const wanted = toolCalls.find((each) => name === `test__${each.name}`)
  // Leave out values that are missing: Pawl's argument check refuses null where the schema does not allow it.
  if (wanted !== undefined)
    return Object.fromEntries(Object.entries(wanted.arguments).filter(([, value]) => value !== null))
  const echoed = tools.find((each) => each.name === "test__json_schema_2020_12_tool")
  if (name === "test__json_schema_echo" && echoed !== undefined) return { schema: echoed.inputSchema }
  const properties = Object.entries((inputSchema.properties ?? {}) as Readonly<Record<string, JsonObject>>)
  return Object.fromEntries(properties.map(([name, { type }]) => [name, sampleOf(type)]))
}

function sampleOf(type: unknown) {
  if (type === "number" || type === "integer") return 5
  return type === "boolean" ? true : "test"
}
