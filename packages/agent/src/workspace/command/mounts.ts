// The mounts of a confined command: the workspace, the system's programs, and the files of /etc that they need. No home
// and no other folder.
import { existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, realpathSync } from "node:fs"
import { homedir } from "node:os"
import { basename, delimiter, dirname, join } from "node:path"
import { homesIn, isStartName } from "../../features/approval/policy/home-folders.ts"
import { ownPlaces } from "../../features/approval/policy/own-folders.ts"
import { protectedWhy } from "../../features/approval/policy/protected-paths.ts"
import { isBelow } from "./search-path.ts"

export interface MountOptions {
  /** Absolute, without symbolic links. */
  readonly root: string
  readonly allowNetwork: boolean
  /** Readable besides the workspace, for example where a toolchain is installed. */
  readonly readOnlyFolders: readonly string[]
}

const SYSTEM = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/run/current-system"]

/** Contains nothing that is secret on any system: no shadow, no keys, no settings of services. */
const ETC = [
  ...["alternatives", "ca-certificates", "ca-certificates.conf", "pki", "ssl/certs", "ssl/openssl.cnf", "ssl/cert.pem"],
  ...["group", "passwd", "nsswitch.conf", "host.conf", "hosts", "gai.conf", "protocols", "services", "networks"],
  ...["ld.so.cache", "ld.so.conf", "ld.so.conf.d", "locale.alias", "locale.conf", "localtime", "timezone"],
  ...["debian_version", "lsb-release", "os-release", "redhat-release", "mime.types", "magic", "fonts", "terminfo"],
  ...["java", "java-8-openjdk", "java-11-openjdk", "java-17-openjdk", "java-21-openjdk", "perl"],
]

/** Later mounts cover earlier ones. */
export function mountsFor(options: MountOptions): readonly string[] {
  const { root, allowNetwork, readOnlyFolders } = options
  const etc = [...ETC, ...(allowNetwork ? ["resolv.conf"] : [])].map((name) => `/etc/${name}`)
  // Bubblewrap leaves /proc/sys writable, and for root that means the whole machine.
  const processes = ["--dev", "/dev", "--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys"]
  const own = [
    "--tmpfs",
    "/tmp",
    "--dir",
    "/tmp/home",
    "--dir",
    "/run",
    "--dir",
    "/var",
    // Not a link to /tmp: nothing can be mounted below a link, and the workspace may be in /var/tmp.
    "--tmpfs",
    "/var/tmp",
  ]
  const tools = [...new Set([...readOnlyFolders, ...nodeFolders(root)])].filter((each) => !isBelow(root, each))
  return [
    ...SYSTEM.flatMap(mountOrLink),
    ...etc.flatMap(withTarget),
    ...processes,
    ...own,
    ...tools.flatMap((each) => ["--ro-bind-try", each, each]),
    ...["--bind", root, root],
    ...protectedMounts(root, [...homesIn(root).flatMap(protectedIn), ...ownIn(root)], linkFolders(root)),
    ...["--remount-ro", "/"],
  ]
}

/** /bin is a folder on some systems and a link on others. */
function mountOrLink(path: string): readonly string[] {
  if (!existsSync(path)) return []
  return lstatSync(path).isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path]
}

/** A link whose target is not mounted is replaced by its target. */
function withTarget(path: string): readonly string[] {
  if (!existsSync(path)) return []
  const real = realpathSync(path)
  return real !== path && real.startsWith("/usr/") ? ["--symlink", real, path] : ["--ro-bind", real, path]
}

/** Adds the running node's folder to PATH if the user's PATH reaches it only by links that are not mounted. */
export function pathToNode(path: string): string {
  const program = realpathSync(process.execPath)
  const found = path
    .split(delimiter)
    .map((folder) => join(folder, "node"))
    .find((each) => existsSync(each))
  return found === undefined || found === program || realpathSync(found) !== program
    ? path
    : [dirname(program), path].join(delimiter)
}

/**
 * Makes node and npm available when the running node is not the system's: mounts its folder, or only the program if the
 * folder holds more than node.
 */
function nodeFolders(root: string): readonly string[] {
  const program = realpathSync(process.execPath)
  if (program.startsWith("/usr/")) return []
  const prefix = basename(dirname(program)) === "bin" ? dirname(dirname(program)) : undefined
  const isWide =
    prefix === undefined || ["/", "/opt"].includes(prefix) || [homedir(), root].some((each) => isBelow(prefix, each))
  return [isWide ? program : prefix]
}

/**
 * Makes `paths` read-only. The folders on the way to them are mounted too, so that none of them can be moved away and
 * made anew. A folder comes before its contents, because it would cover them. `closed`: folders in which nothing can be
 * created or replaced; existing files in them can be changed.
 */
function protectedMounts(root: string, paths: readonly string[], closed: readonly string[]): readonly string[] {
  const parents = [...paths, ...closed].flatMap((path) => foldersBetween(root, path))
  const open = closed.flatMap((folder) =>
    entriesOf(folder)
      .slice(0, MAX_OPEN)
      .map((name) => join(folder, name)),
  )
  // What is inside a read-only path stays read-only.
  const free = [...parents, ...open].filter((each) => !paths.some((path) => isBelow(path, each)))
  const mounts = new Map([
    ...free.map((path) => [path, "--bind-try"] as const),
    ...[...closed, ...paths].map((path) => [path, "--ro-bind"] as const),
  ])
  const depth = ([path]: readonly [string, string]) => path.split("/").length
  return [...mounts].sort((one, other) => depth(one) - depth(other)).flatMap(([path, how]) => [how, path, path])
}

/** Each entry is a mount, and the length of a command line is limited. */
const MAX_OPEN = 500

function foldersBetween(root: string, path: string): readonly string[] {
  const folder = dirname(path)
  return folder !== root && isBelow(root, folder) ? [...foldersBetween(root, folder), folder] : []
}

/** The protected paths of a home folder that exist: one that does not exist cannot be covered without creating it. */
function protectedIn(home: string): readonly string[] {
  const within = (folder: string, names: readonly string[]): readonly string[] =>
    entriesOf(folder).flatMap((name) => {
      const path = join(folder, name)
      const steps = [...names, name]
      if ((names.length === 0 && isStartName(name)) || protectedWhy(steps.join("/")) !== undefined) return [path]
      if (steps.length > 2 || protectedWhy(steps.join("/"), { withFolders: true }) === undefined) return []
      return within(path, steps)
    })
  return within(home, [])
}

/** Pawl's own folders in the workspace: a process that writes there could change what is allowed. */
function ownIn(root: string): readonly string[] {
  const folders = new Set(ownPlaces().map(({ real }) => real))
  return [...folders].filter((each) => each !== root && isBelow(root, each) && existsSync(each))
}

/** Creates Pawl's folders that are missing: a missing folder cannot be mounted, and a command could create it. */
export function makeOwnFolders(root: string): void {
  for (const { real } of ownPlaces()) {
    if (!isBelow(root, real) || existsSync(real)) continue
    try {
      mkdirSync(real, { recursive: true, mode: 0o700 })
    } catch {
      // If we cannot create it, no command of this user can.
    }
  }
}

/** The folders of links to Pawl's folders. Nothing can be mounted on a link, so its folder is protected instead. */
function linkFolders(root: string): readonly string[] {
  const folders = new Set(ownPlaces().flatMap(({ links }) => links.map((link) => dirname(link))))
  return [...folders].filter((each) => isBelow(root, each))
}

/** Without links, because nothing can be mounted on one. */
function entriesOf(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.filter((each) => each.isFile() || each.isDirectory()).map(({ name }) => name)
  } catch {
    return []
  }
}
