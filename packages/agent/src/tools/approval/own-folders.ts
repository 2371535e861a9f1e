// Where Pawl keeps its settings, sessions and plugins: whoever writes there decides what is allowed, and what runs.
import { realpathSync } from "node:fs"
import { homedir } from "node:os"
import { basename, dirname, isAbsolute, join, resolve, sep } from "node:path"

/**
 * Whether the path is one of them, lies in one, or holds one: a folder that is moved takes what is in it along. A workspace
 * that was made inside of one is no part of it.
 */
export function isOwnFolder(path: string, workspace?: string): boolean {
  const wanted = plain(resolve(path))
  const root = workspace === undefined ? undefined : plain(workspace)
  const folders = ownFolders().flatMap((folder) => [folder, realPath(folder)].map(plain))
  return folders
    .filter((folder) => root === undefined || root === "/" || !isBelow(root, folder) || !isBelow(wanted, root))
    .some((folder) => isBelow(wanted, folder) || isBelow(folder, wanted))
}

/** As the command line finds them. */
export function ownFolders(env: NodeJS.ProcessEnv = process.env): readonly string[] {
  if (env.PAWL_HOME !== undefined && env.PAWL_HOME !== "") return [resolve(env.PAWL_HOME)]
  const folders = [
    [env.XDG_CONFIG_HOME, ".config"],
    [env.XDG_DATA_HOME, ".local/share"],
    [env.XDG_STATE_HOME, ".local/state"],
  ] as const
  return folders.flatMap(([given, otherwise]) => {
    const parent = given !== undefined && isAbsolute(given) ? given : homePath(otherwise)
    return parent === undefined ? [] : [join(parent, "pawl")]
  })
}

/** Where it really is, as far as it is there. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return dirname(path) === path ? path : join(realPath(dirname(path)), basename(path))
  }
}

/** HOME may be empty, and a user may be unknown to the system: in a container, for example. */
function homePath(name: string): string | undefined {
  try {
    const home = homedir()
    return isAbsolute(home) ? join(home, name) : undefined
  } catch {
    return undefined
  }
}

/** A file system may know no case; where it does, too much is refused, never too little. */
function plain(path: string): string {
  return path.normalize("NFC").toUpperCase().toLowerCase()
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
}
