// Shared by this folder's tests: servers to connect to, a tool context, and a look at the process table.
import { mkdtempSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { type ToolContext, WholeResult } from "../../tools/tool.ts"
import { loadServers, type McpEntry, type McpServer } from "../config.ts"
import type { McpTools } from "../mcp-tools.ts"

const require = createRequire(import.meta.url)

export const EVERYTHING = script("@modelcontextprotocol/server-everything")
export const FILESYSTEM = script("@modelcontextprotocol/server-filesystem")
export const FAULT = fileURLToPath(new URL("./fault-server.ts", import.meta.url))

function script(name: string): string {
  return join(dirname(require.resolve(`${name}/package.json`)), "dist/index.js")
}

export function node(file: string, ...args: string[]): McpEntry {
  return { command: process.execPath, args: [file, ...args] }
}

export function servers(mcpServers: Record<string, McpEntry>): readonly McpServer[] {
  return loadServers({ mcpServers })
}

export function scratch(): string {
  return mkdtempSync(join(tmpdir(), "pawl-mcp-"))
}

/** Runs a tool as the toolbox does. */
export async function run(source: McpTools, name: string, input: object = {}, context: Partial<ToolContext> = {}) {
  const tool = source.tools().find((each) => each.name === name)
  if (tool === undefined) throw new Error(`no tool ${name} among ${source.tools().map((each) => each.name)}`)
  return tool.run(
    input as never,
    {
      signal: new AbortController().signal,
      effectKey: "effect-1",
      call: "call-1",
      session: "session-1",
      trace: "trace-1",
      output: () => {},
      readResult: async () => undefined,
      ...context,
    } as ToolContext,
  )
}

export async function text(source: McpTools, name: string, input: object = {}): Promise<string> {
  const output = await run(source, name, input)
  const parts = (output instanceof WholeResult ? output.result.content : output) as readonly { readonly text: string }[]
  return parts.map((part) => part.text).join("\n")
}

/** Process ids that a server and its child processes recorded. */
export function started(file: string): readonly number[] {
  try {
    return readFileSync(file, "utf8").trim().split("\n").filter(Boolean).map(Number)
  } catch {
    return []
  }
}

/** A zombie counts as dead; reaping it is its parent's job. */
export function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"))
  } catch {
    return false
  }
}
