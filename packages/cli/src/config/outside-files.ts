// Files outside of its folder that a project wants read, by a path or by a link that stands where its own file would be. None is
// opened until the user trusts the project with that very file, and no error says what stands in one.
import { realpathSync } from "node:fs"
import { badConfig } from "../failure.ts"
import { type Folders, files } from "../folders.ts"
import { isInside } from "./read-file.ts"

/** A file that a project names or brings. */
export interface Wanted {
  /** For people, as in `profile` or `.pawl.json`. */
  readonly what: string
  readonly path: string
}

export interface Asking {
  readonly workspace: string
  readonly folders: Folders
}

/** Where it leads, if that is outside. */
export function outsideOf(workspace: string, path: string): string | undefined {
  return isInside(workspace, path) ? undefined : realPath(path)
}

export async function refuseOutside({ what, path }: Wanted, { workspace, folders }: Asking): Promise<void> {
  const real = outsideOf(workspace, path)
  if (real === undefined) return
  const { projectTrust } = await import("@pawl/agent/mcp")
  if (await projectTrust(files.trusted(folders)).isTrusted(workspace, trustIn(real))) return
  throw badConfig(
    `The project wants a file read that is outside of its folder (${what}: "${real}"), which a project may not until you trust it with that. Trust it with "pawl config trust", or put the file into the project.`,
  )
}

/** Those of them that had to be trusted, and now are. */
export async function trustOutside(wanted: readonly Wanted[], { workspace, folders }: Asking) {
  const { projectTrust } = await import("@pawl/agent/mcp")
  const outside = wanted.flatMap(({ what, path }) => {
    const real = outsideOf(workspace, path)
    return real === undefined ? [] : [{ what, path: real }]
  })
  for (const { path } of outside) await projectTrust(files.trusted(folders)).trust(workspace, trustIn(path))
  return outside
}

/** Not to be taken for servers or models, which are trusted in the same place. */
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
