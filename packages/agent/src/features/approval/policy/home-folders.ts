// The home folder of the user who runs Pawl. Files that programs use from it by themselves have names that begin with a
// dot, or lie in its "bin": no list of them is ever complete, so all of those count.
import { realpathSync } from "node:fs"
import { homedir, userInfo } from "node:os"
import { isAbsolute, posix, relative, sep } from "node:path"

/** The user's home folder, where it is or lies in `root`. Both the environment's and the system's: they may differ. */
export function homesIn(root: string): readonly string[] {
  return homes().filter((home) => isBelow(root, home))
}

/** For a name directly in a home folder: programs read it, or run it, without being told to. */
export function isStartName(name: string): boolean {
  return /^\.|^bin$/i.test(name.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}|\p{Cc}/gu, ""))
}

/**
 * Whether the path is such a file, or lies in such a folder. `root`: the workspace, to which relative paths are
 * resolved; a project that lies in the home folder is not part of it. `withFolders`: also a folder that holds the home
 * folder.
 */
export function isStartPath(path: string, root: string, { withFolders = false } = {}): boolean {
  return homes().some((home) => {
    const whole = plain(
      posix.resolve(
        root,
        path.replace(/^(?:~|HOME)(?=\/|$)/, () => home),
      ),
    )
    const isProject = root !== home && isBelow(plain(home), plain(root)) && isBelow(plain(root), whole)
    if (isProject) return false
    if (!isBelow(plain(home), whole)) return withFolders && isBelow(whole, plain(home)) && isBelow(plain(root), whole)
    const [name = ""] = relative(plain(home), whole).split(sep)
    return name === "" ? withFolders && path.includes("/") : isStartName(name)
  })
}

let known: { readonly by: string | undefined; readonly homes: readonly string[] } | undefined

/** Looked up once for each value of HOME: very many words may be checked. */
function homes(): readonly string[] {
  const by = process.env.HOME
  if (known === undefined || known.by !== by) known = { by, homes: lookUp() }
  return known.homes
}

function lookUp(): readonly string[] {
  const found = [homedir, () => userInfo().homedir].flatMap((look) => {
    try {
      const home = look()
      // An empty HOME would be the current folder.
      return isAbsolute(home) ? [realpathSync(home)] : []
    } catch {
      // Unknown, or it does not exist.
      return []
    }
  })
  return [...new Set(found)]
}

/** A file system may ignore case; on one that does not, this asks too often, never too rarely. */
function plain(path: string): string {
  return path.normalize("NFC").toUpperCase().toLowerCase()
}

function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
}
