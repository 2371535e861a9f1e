// Where commands find their programs. Never in the workspace: what lies there is somebody else's, and would run as "git" or "ls".
import { accessSync, existsSync, constants as flags, realpathSync } from "node:fs"
import { delimiter, isAbsolute, join, sep } from "node:path"

/** The system's own folders, which only its owner writes to; the last is where another distribution has them. */
export const SYSTEM_FOLDERS: readonly string[] = [
  "/usr/bin",
  "/bin",
  "/usr/sbin",
  "/sbin",
  "/run/current-system/sw/bin",
]

export const SYSTEM_PATH = SYSTEM_FOLDERS.filter((folder) => existsSync(folder)).join(delimiter)

/** Of what runs unasked: known by name, so it must be the system's program of that name. */
export function isSystemProgram(name: string): boolean {
  return SYSTEM_FOLDERS.some((folder) => isExecutable(join(folder, name)))
}

/** The user's own PATH without what leads into the workspace; an empty or relative entry does, from wherever it is run. */
export function pathOutside(root: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  const kept = path.split(delimiter).filter((folder) => isAbsolute(folder) && !isBelow(root, folder))
  // An empty PATH means the current folder to some.
  return kept.length === 0 ? SYSTEM_PATH : kept.join(delimiter)
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, flags.X_OK)
    return true
  } catch {
    return false
  }
}

/** By its name, and by where it really is. */
export function isBelow(root: string, path: string): boolean {
  return [path, realPath(path)].some(
    (each) => each === root || each.startsWith(root.endsWith(sep) ? root : `${root}${sep}`),
  )
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
