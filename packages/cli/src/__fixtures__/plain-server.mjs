// An MCP server written by hand, as many are: its results have no content, as seed 001 draws them.
import { createInterface } from "node:readline"

const results = {
  extract_text: { text: "Meeting Notes" },
  move_file: { success: true, message: "moved a to b" },
  count: { rows: [1, 2] },
}
const tools = Object.keys(results).map((name) => ({ name, description: name, inputSchema: { type: "object" } }))
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "plain", version: "1" },
  }),
  "tools/list": () => ({ tools }),
  "tools/call": ({ name }) => results[name],
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const result = answers[method]?.(params) ?? {}
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`)
})
