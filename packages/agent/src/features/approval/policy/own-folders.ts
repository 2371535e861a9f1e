// Where Pawl keeps its settings, sessions and plugins: write access there decides what is allowed, and what runs.
import { readlinkSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, isAbsolute, join, parse, resolve, sep } from "node:path"

/**
 * Whether the path is one of them, lies in one, or holds one: moving a folder moves what is in it. A workspace that was
 * created inside one is not part of it.
 */
export function isOwnFolder(path: string, workspace?: string): boolean {
  return ownFolderTest(workspace)(path)
}

/** For many paths: looks up the folders once. */
export function ownFolderTest(workspace?: string): (path: string) => boolean {
  const root = workspace === undefined ? undefined : plain(workspace)
  const places = ownPlaces()
  const folders = [...new Set(places.flatMap(({ named, real }) => [named, real]))].map(plain)
  const links = places.flatMap((each) => each.links).map(plain)
  return (path) => {
    const wanted = plain(resolve(path))
    const isApart = (folder: string) =>
      root !== undefined && root !== "/" && isBelow(root, folder) && isBelow(wanted, root)
    return (
      folders.some((folder) => !isApart(folder) && (isBelow(wanted, folder) || isBelow(folder, wanted))) ||
      // What lies behind a link need not belong to Pawl.
      links.some((link) => isBelow(link, wanted))
    )
  }
}

export interface OwnPlace {
  /** The path as it is named. */
  readonly named: string
  /** Where it really is, or would be created. */
  readonly real: string
  /** Links on the way, by their own paths: replacing one changes where the folder is. */
  readonly links: readonly string[]
}

export function ownPlaces(): readonly OwnPlace[] {
  return ownFolders().map((named) => ({ named, ...wayTo(named) }))
}

/** By the same rules as the command line. */
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

/** Resolved name by name: a path that does not exist yet also needs its links resolved. */
function wayTo(path: string): Omit<OwnPlace, "named"> {
  const top = parse(path).root
  const links: string[] = []
  const left = path.slice(top.length).split(sep)
  let real = top
  for (let name = left.shift(); name !== undefined; name = left.shift()) {
    if (name === "" || name === ".") continue
    const next = name === ".." ? dirname(real) : join(real, name)
    const target = links.length < MAX_LINKS ? targetOf(next) : undefined
    real = target === undefined ? next : isAbsolute(target) ? parse(target).root : real
    if (target === undefined) continue
    links.push(next)
    left.unshift(...(isAbsolute(target) ? target.slice(parse(target).root.length) : target).split(sep))
  }
  return { real, links }
}

/** More than any system follows. */
const MAX_LINKS = 40

function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

/** HOME may be empty, and a user may be unknown to the system, for example in a container. */
function homePath(name: string): string | undefined {
  try {
    const home = homedir()
    return isAbsolute(home) ? join(home, name) : undefined
  } catch {
    return undefined
  }
}

/** A file system may ignore case; on one that does not, this refuses too often, never too rarely. */
function plain(path: string): string {
  return path.normalize("NFC").toUpperCase().toLowerCase()
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
}
