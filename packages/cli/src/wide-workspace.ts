// Warns about a workspace that holds everything of a user: keys, shell startup files, and every other project.
import { realpathSync } from "node:fs"
import { homedir } from "node:os"
import { isAbsolute, sep } from "node:path"

/** The warning, or undefined for any other workspace. */
export function wideWorkspaceNote(workspace: string): string | undefined {
  const root = realPath(workspace)
  const home = homeFolder()
  if (root !== "/" && home !== root && home?.startsWith(`${root}${sep}`) !== true) return undefined
  const what =
    root === "/" ? "the whole file system" : root === home ? "your home folder" : "a folder that holds your home folder"
  return `the workspace is ${what}: the model can read your keys and all your projects there. Choose a project's folder with --cwd.`
}

/** HOME may be empty, and the system may not know the user. */
function homeFolder(): string | undefined {
  try {
    const home = homedir()
    return isAbsolute(home) ? realPath(home) : undefined
  } catch {
    return undefined
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
