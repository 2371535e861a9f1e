// The folder that file tools may use, and how a path from a model becomes a path inside it. Works on names only and opens
// nothing.
import { realpathSync, statSync } from "node:fs"
import { isAbsolute, relative, resolve, sep } from "node:path"
import { PawlError } from "../../contracts/error.ts"
import { homesIn } from "../../features/approval/policy/home-folders.ts"
import { ToolFailure } from "../../tools/tool.ts"

export interface Workspace {
  /** Without symbolic links. */
  readonly root: string
  /** The folder as configured: an absolute path may begin with it, too. */
  readonly given: string
  /** It is the home folder or contains it, so files that decide about programs and files with keys are within reach. */
  readonly isHome: boolean
}

export function workspaceAt(given: string): Workspace {
  const path = resolve(given)
  try {
    if (statSync(path).isDirectory()) {
      const root = realpathSync(path)
      return { root, given: path, isHome: homesIn(root).length > 0 }
    }
  } catch (error) {
    throw new PawlError("config-invalid", `The workspace "${given}" cannot be opened. Choose an existing folder.`, {
      cause: error,
    })
  }
  throw new PawlError("config-invalid", `The workspace "${given}" is not a folder. Choose an existing folder.`)
}

/** No system accepts longer paths, so they are not split into folders. */
const MAX_PATH = 4096

/**
 * The names from the workspace down to the path, none of them "." or "..". Resolving `..` by name is exact, because no
 * symbolic link is followed on the way.
 */
export function namesOf(workspace: Workspace, path: string): readonly string[] {
  if (path.includes("\0")) throw new ToolFailure("path-invalid", "A path cannot contain a zero byte.")
  if (path.length > MAX_PATH) throw new ToolFailure("path-invalid", `A path has at most ${MAX_PATH} characters.`)
  const { root, given } = workspace
  const fromGiven = relative(given, resolve(given, path))
  const inside = leaves(fromGiven) ? relative(root, resolve(root, path)) : fromGiven
  if (leaves(inside)) {
    throw new ToolFailure(
      "outside-workspace",
      `"${path}" is outside the workspace. File tools reach only what is in it: use a path relative to the workspace.`,
    )
  }
  return inside === "" ? [] : inside.split(sep)
}

/** The path as people and models see it, and as the key that orders calls. */
export function shownPath(workspace: Workspace, path: string): string {
  return namesOf(workspace, path).join("/") || "."
}

function leaves(path: string): boolean {
  return path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path)
}
