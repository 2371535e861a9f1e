// Adds servers to configuration files and removes them. Everything else in the file keeps its order and indentation.
import { randomUUID } from "node:crypto"
import { readFileSync, realpathSync, renameSync, statSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import type { McpEntry } from "@pawl/agent/mcp"
import { isTree, readJsonObject, type Tree } from "../config/read-file.ts"
import { badConfig } from "../failure.ts"
import { makeFolder } from "../folders.ts"

export function putServer(path: string, name: string, entry: McpEntry): void {
  const file = readJsonObject(path) ?? {}
  write(path, { ...file, mcpServers: { ...serversIn(file), [name]: entry } })
}

/** False when the file has no such server. */
export function dropServer(path: string, name: string): boolean {
  const file = readJsonObject(path) ?? {}
  const { [name]: dropped, ...rest } = serversIn(file)
  if (dropped === undefined) return false
  write(path, { ...file, mcpServers: rest })
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

/** Replaces the file atomically: another process may be reading it. */
function write(path: string, file: Tree): void {
  makeFolder(dirname(path), "configuration")
  try {
    const { target, mode, indent } = existing(path)
    const draft = `${target}.${randomUUID()}`
    writeFileSync(draft, `${JSON.stringify(file, null, indent)}\n`, { mode })
    renameSync(draft, target)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw badConfig(`"${path}" cannot be written: ${why}. Make it writable for this user.`, error)
  }
}

/** A new file may hold keys, so only its owner can read it. */
function existing(path: string): { readonly target: string; readonly mode: number; readonly indent: string } {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return { target: path, mode: 0o600, indent: "  " }
  const [, indent = "  "] = /^\s*\{\r?\n([ \t]+)"/.exec(readFileSync(path, "utf8")) ?? []
  // Write to the target of a link, so that the link stays.
  return { target: realpathSync(path), mode: stats.mode & 0o777, indent }
}
