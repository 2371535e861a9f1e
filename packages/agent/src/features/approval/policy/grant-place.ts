// Where a grant holds: in the workspace whose user gave it. "npm test" runs whatever that folder's files say, and "src/*" is other
// files elsewhere.
import { realpathSync } from "node:fs"
import { posix, resolve } from "node:path"
import type { Grant } from "../../../contracts/fact.ts"
import { isPlainRepository } from "./harmless-lines.ts"
import { fileArguments } from "./own-arguments.ts"

/** A workspace as grants name it: by where it really is, for a link may lead elsewhere tomorrow. */
export function placeOf(root: string): string {
  try {
    return realpathSync(root)
  } catch {
    return resolve(root)
  }
}

/**
 * `command`: what is to be run there, if it is a command. A grant that says nothing of a workspace was given by somebody who has not
 * seen this repository: a git that would run what the repository names is asked about. One for files by their whole paths says by
 * those where it holds.
 */
export function holdsIn(grant: Grant, root: string | undefined, command?: string): boolean {
  const { workspace } = grant
  if (root === undefined) return workspace === undefined
  if (workspace !== undefined) return workspace === placeOf(root)
  if (!wholePaths(grant).every((pattern) => liesIn(placeOf(root), pattern))) return false
  return command === undefined || !/\bgit\b/.test(command) || isPlainRepository(root)
}

/** Of grants that are kept for many workspaces: one for a command or for files says which it is for. */
export function isPlaced(grant: Grant): boolean {
  if (grant.workspace !== undefined) return true
  const files = fileArguments(grant.tool)
  return files === undefined ? grant.tool !== "run_command" : wholePaths(grant).length === files.length
}

function wholePaths({ tool, where = {} }: Grant): readonly string[] {
  const patterns = (fileArguments(tool) ?? []).map((name) => where[name] ?? "")
  return patterns.filter((pattern) => pattern.startsWith("/"))
}

/** The folder before the first star. What is written by a link is not where the workspace really is. */
function liesIn(place: string, pattern: string): boolean {
  const folder = posix.dirname(`${pattern.split("*")[0]}x`)
  return !pattern.split("/").includes("..") && `${folder}/`.startsWith(place === "/" ? place : `${place}/`)
}
