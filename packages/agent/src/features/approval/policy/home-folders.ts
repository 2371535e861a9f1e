// The home folder of whoever runs Pawl. What programs take from it by themselves has names that begin with a dot, or lies in its "bin":
// no list of them is ever complete, so all of it counts.
import { realpathSync } from "node:fs"
import { homedir, userInfo } from "node:os"
import { isAbsolute, posix, relative, sep } from "node:path"

/** The user's home folder, where it is or lies in `root`. As the environment says and as the system does: they may differ. */
export function homesIn(root: string): readonly string[] {
  return homes().filter((home) => isBelow(root, home))
}

/** Of a name that stands in a home folder: programs read it, or run it, without being told to. */
export function isStartName(name: string): boolean {
  return /^\.|^bin$/i.test(name.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}|\p{Cc}/gu, ""))
}

/**
 * Whether the path is such a one, or lies in one. `root`: the workspace, in which relative paths begin; a project that lies in the home
 * folder is no part of it. `withFolders`: also a folder that holds the home folder.
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

/** Looked up once for what HOME says: very many words may be asked about. */
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
      // Unknown, or not there.
      return []
    }
  })
  return [...new Set(found)]
}

/** A file system may know no case; where it does, too much is asked, never too little. */
function plain(path: string): string {
  return path.normalize("NFC").toUpperCase().toLowerCase()
}

function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
}
