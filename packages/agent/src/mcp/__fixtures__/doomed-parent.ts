// Starts a server that has children and ignores polite requests, says so, and waits to be killed.
import { mcpTools } from "../mcp-tools.ts"
import { FAULT, node, servers } from "./peers.ts"

const env = { STARTS: process.env.STARTS ?? "" }
const source = mcpTools(servers({ doomed: { ...node(FAULT, "--child", "--stubborn"), env } }))
await source.ready()
process.stdout.write(`${JSON.stringify(source.status())}\n`)
