// Where a grant holds. What a command does depends on the folder it is run in: "npm test" runs whatever that folder's files say.
import { realpathSync } from "node:fs"
import { resolve } from "node:path"
import type { Grant } from "../../contracts/fact.ts"
import { isPlainRepository } from "./harmless-lines.ts"

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
 * seen this repository: a git that would run what the repository names is asked about.
 */
export function holdsIn({ workspace }: Grant, root: string | undefined, command?: string): boolean {
  if (workspace !== undefined) return root !== undefined && workspace === placeOf(root)
  return root === undefined || command === undefined || !/\bgit\b/.test(command) || isPlainRepository(root)
}

/** Of grants that are kept for many workspaces: one for a command says which it is for. */
export function isPlaced({ tool, workspace }: Grant): boolean {
  return tool !== "run_command" || workspace !== undefined
}
