// Test program: starts a server that has child processes and ignores SIGTERM, prints its status, and waits to be killed.
import { mcpTools } from "../mcp-tools.ts"
import { FAULT, node, servers } from "./peers.ts"

const env = { STARTS: process.env.STARTS ?? "" }
const source = mcpTools(servers({ doomed: { ...node(FAULT, "--child", "--stubborn"), env } }))
await source.ready()
process.stdout.write(`${JSON.stringify(source.status())}\n`)
