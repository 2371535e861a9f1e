// Where commands find their programs. Never in the workspace: its files are untrusted and could run as "git" or "ls".
import { accessSync, existsSync, constants as flags, realpathSync } from "node:fs"
import { delimiter, isAbsolute, join, sep } from "node:path"

/** The system's folders, which only its administrator can write to; the last one is for NixOS. */
export const SYSTEM_FOLDERS: readonly string[] = [
  "/usr/bin",
  "/bin",
  "/usr/sbin",
  "/sbin",
  "/run/current-system/sw/bin",
]

export const SYSTEM_PATH = SYSTEM_FOLDERS.filter((folder) => existsSync(folder)).join(delimiter)

/** A command that needs no approval is known by name only, so it must be the system's program of that name. */
export function isSystemProgram(name: string): boolean {
  return SYSTEM_FOLDERS.some((folder) => isExecutable(join(folder, name)))
}

/** PATH without entries in the workspace. Empty and relative entries are dropped: they depend on the current folder. */
export function pathOutside(root: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  const kept = path.split(delimiter).filter((folder) => isAbsolute(folder) && !isBelow(root, folder))
  // Some programs take an empty PATH as the current folder.
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

/** Compares the path as written and its real path. */
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
