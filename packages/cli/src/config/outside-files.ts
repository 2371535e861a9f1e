// Guards files outside of the project's folder that a project refers to, by a path or by a symbolic link in place of its
// own file. None is opened until the user trusts the project with exactly that file, and no error quotes its content.
import { realpathSync } from "node:fs"
import { badConfig } from "../failure.ts"
import { type Folders, files } from "../folders.ts"
import { isInside } from "./read-file.ts"

/** A file that a project refers to. */
export interface Wanted {
  /** Its name in messages, as in `profile` or `.pawl.json`. */
  readonly what: string
  readonly path: string
}

export interface Asking {
  readonly workspace: string
  readonly folders: Folders
}

/** The real path, if it is outside of the workspace. */
export function outsideOf(workspace: string, path: string): string | undefined {
  return isInside(workspace, path) ? undefined : realPath(path)
}

export async function refuseOutside({ what, path }: Wanted, { workspace, folders }: Asking): Promise<void> {
  const real = outsideOf(workspace, path)
  if (real === undefined) return
  const { projectTrust } = await import("@pawl/agent/mcp")
  if (await projectTrust(files.trusted(folders)).isTrusted(workspace, trustIn(real))) return
  throw badConfig(
    `The project refers to a file outside of its folder (${what}: "${real}"). Such a file is read only after you trust the project with it: run "pawl config trust", or put the file into the project.`,
  )
}

/** Trusts those of the files that are outside, and returns them. */
export async function trustOutside(wanted: readonly Wanted[], { workspace, folders }: Asking) {
  const { projectTrust } = await import("@pawl/agent/mcp")
  const outside = wanted.flatMap(({ what, path }) => {
    const real = outsideOf(workspace, path)
    return real === undefined ? [] : [{ what, path: real }]
  })
  for (const { path } of outside) await projectTrust(files.trusted(folders)).trust(workspace, trustIn(path))
  return outside
}

/** The key keeps this apart from servers and models, which are trusted in the same file. */
function trustIn(real: string): object {
  return { reads: real }
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
