// What a confined command sees: the workspace, the system's programs, and of /etc what they need. No home, no other folder.
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
  /** Readable beside the workspace: where a toolchain is installed. */
  readonly readOnlyFolders: readonly string[]
}

const SYSTEM = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/run/current-system"]

/** Nothing that is a secret on any system: no shadow, no keys, no settings of services. */
const ETC = [
  ...["alternatives", "ca-certificates", "ca-certificates.conf", "pki", "ssl/certs", "ssl/openssl.cnf", "ssl/cert.pem"],
  ...["group", "passwd", "nsswitch.conf", "host.conf", "hosts", "gai.conf", "protocols", "services", "networks"],
  ...["ld.so.cache", "ld.so.conf", "ld.so.conf.d", "locale.alias", "locale.conf", "localtime", "timezone"],
  ...["debian_version", "lsb-release", "os-release", "redhat-release", "mime.types", "magic", "fonts", "terminfo"],
  ...["java", "java-8-openjdk", "java-11-openjdk", "java-17-openjdk", "java-21-openjdk", "perl"],
]

/** Later ones lie over earlier ones. */
export function mountsFor(options: MountOptions): readonly string[] {
  const { root, allowNetwork, readOnlyFolders } = options
  const etc = [...ETC, ...(allowNetwork ? ["resolv.conf"] : [])].map((name) => `/etc/${name}`)
  // Bubblewrap leaves /proc/sys open, and to root that is the whole machine.
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
    // No link to /tmp: nothing could be mounted behind it, and a workspace may lie there.
    "--tmpfs",
    "/var/tmp",
  ]
  const tools = [...new Set([...readOnlyFolders, ...nodeFolders(root)])].filter((each) => !isBelow(root, each))
  return [
    ...SYSTEM.flatMap(asItIs),
    ...etc.flatMap(withTarget),
    ...processes,
    ...own,
    ...tools.flatMap((each) => ["--ro-bind-try", each, each]),
    ...["--bind", root, root],
    ...kept(root, [...homesIn(root).flatMap(protectedIn), ...ownIn(root)], linkFolders(root)),
    ...["--remount-ro", "/"],
  ]
}

/** /bin is a folder here and a link there. */
function asItIs(path: string): readonly string[] {
  if (!existsSync(path)) return []
  return lstatSync(path).isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path]
}

/** A link that leads to where nothing is mounted is mounted as what it leads to. */
function withTarget(path: string): readonly string[] {
  if (!existsSync(path)) return []
  const real = realpathSync(path)
  return real !== path && real.startsWith("/usr/") ? ["--symlink", real, path] : ["--ro-bind", real, path]
}

/** A PATH that leads to the running node where the user's own does so by links that are not mounted. */
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

/** That node and npm run where the running node is not the system's. Its folder, unless that holds more than a node. */
function nodeFolders(root: string): readonly string[] {
  const program = realpathSync(process.execPath)
  if (program.startsWith("/usr/")) return []
  const prefix = basename(dirname(program)) === "bin" ? dirname(dirname(program)) : undefined
  const isWide =
    prefix === undefined || ["/", "/opt"].includes(prefix) || [homedir(), root].some((each) => isBelow(prefix, each))
  return [isWide ? program : prefix]
}

/**
 * They stay as they are. The folders on the way to them are mounted too, for then none of them can be moved away and made anew.
 * A folder comes before what is in it: it would lie over that. `closed`: folders in which nothing can be made or replaced; what
 * is there already can be changed.
 */
function kept(root: string, paths: readonly string[], closed: readonly string[]): readonly string[] {
  const ways = [...paths, ...closed].flatMap((path) => foldersBetween(root, path))
  const open = closed.flatMap((folder) =>
    entriesOf(folder)
      .slice(0, MAX_OPEN)
      .map((name) => join(folder, name)),
  )
  // One that lies in what stays as it is stays so, too.
  const free = [...ways, ...open].filter((each) => !paths.some((path) => isBelow(path, each)))
  const mounts = new Map([
    ...free.map((path) => [path, "--bind-try"] as const),
    ...[...closed, ...paths].map((path) => [path, "--ro-bind"] as const),
  ])
  const depth = ([path]: readonly [string, string]) => path.split("/").length
  return [...mounts].sort((one, other) => depth(one) - depth(other)).flatMap(([path, how]) => [how, path, path])
}

/** Each is a mount, and a command line has an end. */
const MAX_OPEN = 500

function foldersBetween(root: string, path: string): readonly string[] {
  const folder = dirname(path)
  return folder !== root && isBelow(root, folder) ? [...foldersBetween(root, folder), folder] : []
}

/** What is protected in a home folder, as far as it is there: what is not cannot be covered without making it. */
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

/** Pawl's own folders, wherever they are: whoever writes there decides what is allowed. */
function ownIn(root: string): readonly string[] {
  const folders = new Set(ownPlaces().map(({ real }) => real))
  return [...folders].filter((each) => each !== root && isBelow(root, each) && existsSync(each))
}

/** Those that are not there yet are made: what is not there cannot be mounted, and a command could make it. */
export function makeOwnFolders(root: string): void {
  for (const { real } of ownPlaces()) {
    if (!isBelow(root, real) || existsSync(real)) continue
    try {
      mkdirSync(real, { recursive: true, mode: 0o700 })
    } catch {
      // Where we cannot make it, no command of this user can.
    }
  }
}

/** Nothing can be mounted on a link, so whoever leads to Pawl's folders by one is kept by the folder that it is in. */
function linkFolders(root: string): readonly string[] {
  const folders = new Set(ownPlaces().flatMap(({ links }) => links.map((link) => dirname(link))))
  return [...folders].filter((each) => isBelow(root, each))
}

/** Without links: nothing can be mounted on one. */
function entriesOf(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.filter((each) => each.isFile() || each.isDirectory()).map(({ name }) => name)
  } catch {
    return []
  }
}
