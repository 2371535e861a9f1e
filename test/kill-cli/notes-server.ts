// A real MCP server with a notebook outside Pawl: every effect is one line in its own file, with the key of the call
// that caused it. Like many servers, it does not end when its input ends.
import { appendFileSync, existsSync, readFileSync } from "node:fs"
import { flushCompileCache } from "node:module"
import { setTimeout as wait } from "node:timers/promises"
import { McpServer } from "@modelcontextprotocol/server"
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio"
import { z } from "zod"

const [book = ""] = process.argv.slice(2)
setInterval(() => {}, 1000)
// A killed process stores no compile cache; write it now, for the next ones.
flushCompileCache()

interface Meta {
  readonly _meta?: Readonly<Record<string, unknown>> | undefined
}

/** A call takes some time, so that a kill can hit it both before and after its effect. */
const HALF_MS = 20

async function perform(tool: string, note: string, { _meta }: Meta, said: () => string) {
  await wait(HALF_MS)
  appendFileSync(book, `${JSON.stringify({ tool, note, key: _meta?.["pawl/effectKey"] })}\n`)
  const text = said()
  await wait(HALF_MS)
  return { content: [{ type: "text" as const, text }] }
}

function added(): readonly string[] {
  const lines = existsSync(book) ? readFileSync(book, "utf8").split("\n").filter(Boolean) : []
  return lines.map((line) => JSON.parse(line)).flatMap(({ tool, note }) => (tool === "add" ? [note] : []))
}

const server = new McpServer({ name: "notes", version: "1" })
const inputSchema = z.object({ note: z.string() })
server.registerTool(
  "add",
  { description: "Adds a note. Twice means two notes.", inputSchema },
  ({ note }, { mcpReq }) => perform("add", note, mcpReq, () => `Added ${note}.`),
)
server.registerTool(
  "stamp",
  { description: "Stamps a note. Twice changes nothing.", inputSchema, annotations: { idempotentHint: true } },
  ({ note }, { mcpReq }) => perform("stamp", note, mcpReq, () => `Stamped ${note}.`),
)
server.registerTool(
  "list",
  { description: "Lists the notes.", inputSchema: z.object({}), annotations: { readOnlyHint: true } },
  (_, { mcpReq }) => perform("list", "", mcpReq, () => `Notes: ${added().join(", ") || "none"}.`),
)
await server.connect(new StdioServerTransport())
