// Where a grant holds: in the workspace whose user gave it. "npm test" runs whatever that folder's files say, and
// "src/*" means other files elsewhere.
import { realpathSync } from "node:fs"
import { posix, resolve } from "node:path"
import type { Grant } from "../../../contracts/fact.ts"
import { isPlainRepository } from "./harmless-lines.ts"
import { fileArguments } from "./own-arguments.ts"

/** A workspace as grants name it: by its real path, for a link may lead elsewhere tomorrow. */
export function placeOf(root: string): string {
  try {
    return realpathSync(root)
  } catch {
    return resolve(root)
  }
}

/**
 * `command`: what is to be run there, if it is a command. A user who gave a grant without a workspace has not seen this
 * repository, so a git command that would run what the repository names needs an approval. A grant for files by
 * absolute paths says by those where it holds.
 */
export function holdsIn(grant: Grant, root: string | undefined, command?: string): boolean {
  const { workspace } = grant
  if (root === undefined) return workspace === undefined
  if (workspace !== undefined) return workspace === placeOf(root)
  if (!wholePaths(grant).every((pattern) => liesIn(placeOf(root), pattern))) return false
  return command === undefined || !/\bgit\b/.test(command) || isPlainRepository(root)
}

/**
 * For grants that are kept for many workspaces: a grant for a command or for files must say which workspace it is for.
 */
export function isPlaced(grant: Grant): boolean {
  if (grant.workspace !== undefined) return true
  const files = fileArguments(grant.tool)
  return files === undefined ? grant.tool !== "run_command" : wholePaths(grant).length === files.length
}

function wholePaths({ tool, where = {} }: Grant): readonly string[] {
  const patterns = (fileArguments(tool) ?? []).map((name) => where[name] ?? "")
  return patterns.filter((pattern) => pattern.startsWith("/"))
}

/** The folder before the first star. A path that goes through a link is not the workspace's real path. */
function liesIn(place: string, pattern: string): boolean {
  const folder = posix.dirname(`${pattern.split("*")[0]}x`)
  return !pattern.split("/").includes("..") && `${folder}/`.startsWith(place === "/" ? place : `${place}/`)
}
