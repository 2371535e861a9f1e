// Adds servers to configuration files and removes them. Everything else in the file keeps its order and indentation.
import type { McpEntry } from "@pawl/agent/mcp"
import { isTree, readJsonObject, type Tree } from "../config/read-file.ts"
import { writeJsonFile } from "../config/write-json-file.ts"

export function putServer(path: string, name: string, entry: McpEntry): void {
  const file = readJsonObject(path) ?? {}
  writeJsonFile(path, { ...file, mcpServers: { ...serversIn(file), [name]: entry } })
}

/** False when the file has no such server. */
export function dropServer(path: string, name: string): boolean {
  const file = readJsonObject(path) ?? {}
  const { [name]: dropped, ...rest } = serversIn(file)
  if (dropped === undefined) return false
  writeJsonFile(path, { ...file, mcpServers: rest })
  return true
}

export function hasServer(path: string, name: string): boolean {
  return Object.hasOwn(serversAt(path), name)
}

export function serversAt(path: string): Tree {
  return serversIn(readJsonObject(path) ?? {})
}

function serversIn({ mcpServers }: Tree): Tree {
  return isTree(mcpServers) ? mcpServers : {}
}
