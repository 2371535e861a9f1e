// Confines commands to the workspace with bubblewrap, if it is installed and works. If not, `missing` gives the reason.
import { spawn, spawnSync } from "node:child_process"
import { delimiter, join } from "node:path"
import { defined } from "../../base/defined.ts"
import { type MountOptions, makeOwnFolders, mountsFor, pathToNode } from "./mounts.ts"
import type { CommandLine } from "./run-process.ts"
import { isBelow, isExecutable } from "./search-path.ts"

export interface Confinement {
  /** Undefined when commands are confined; otherwise the reason why they are not, for people and models. */
  readonly missing?: string
  /** Every process a command starts ends with it, also one that leaves its group and clears its environment. */
  readonly isClosed: boolean
  /** Turns the shell's command line into one that runs confined. */
  readonly wrap: (line: CommandLine) => CommandLine
}

export interface ConfinementOptions
  extends Pick<MountOptions, "root" | "allowNetwork">,
    Partial<Pick<MountOptions, "readOnlyFolders">> {
  readonly env: NodeJS.ProcessEnv
  /** The arguments that were tried out: finding them is a look at some fifty paths. */
  readonly sandbox?: readonly string[]
}

const PROBE_MS = 3000
/** By program and arguments, so that a process with many agents probes once. */
const probed = new Map<string, boolean>()

/** Finds out ahead, while other things are loaded: with the options it returns, `confinementFor` does not block. */
export async function probeConfinement(options: ConfinementOptions): Promise<ConfinementOptions> {
  if (process.platform !== "linux") return options
  const bwrap = options.root === "/" ? undefined : findProgram("bwrap", options)
  const sandbox = bwrap === undefined ? undefined : sandboxFor(options)
  const probed = { ...options, ...defined({ sandbox }) }
  if (bwrap !== undefined && sandbox !== undefined && (await probe(bwrap, sandbox, options))) return probed
  const unshare = findProgram("unshare", options)
  if (unshare !== undefined) await probe(unshare, namespaceArguments(), options)
  return probed
}

/** Runs bwrap to find out: it may be installed but not allowed to create namespaces. */
export function confinementFor(options: ConfinementOptions): Confinement {
  const unconfined = (missing: string): Confinement => ({ missing, ...processNamespace(options) })
  if (process.platform !== "linux")
    return unconfined("there is no cage for commands on this system, bubblewrap exists only for Linux")
  if (options.root === "/") return unconfined("the workspace is the whole file system")
  const bwrap = findProgram("bwrap", options)
  if (bwrap === undefined) return unconfined("bubblewrap (bwrap) is not installed")
  const wrap = (line: CommandLine): CommandLine => {
    makeOwnFolders(options.root)
    // Computed for each command: files that must be protected may have been created since.
    const sandbox = [...sandboxArguments(options, line.env), "--chdir", line.cwd]
    const args = [...sandbox, "--", line.file, "-c", REPORT_LEFTOVERS, line.file, ...line.args]
    return { ...line, file: bwrap, args, reportsLeftovers: true }
  }
  return works(bwrap, sandboxFor(options), options)
    ? { isClosed: true, wrap }
    : unconfined("bubblewrap (bwrap) is installed but does not work here")
}

/** Without a sandbox, a command at least gets a process namespace if the system allows it: its processes end with it. */
function processNamespace(options: ConfinementOptions): Pick<Confinement, "isClosed" | "wrap"> {
  const unshare = process.platform === "linux" ? findProgram("unshare", options) : undefined
  const space = namespaceArguments()
  if (unshare === undefined || !works(unshare, space, options)) return { isClosed: false, wrap: (line) => line }
  const wrap = (line: CommandLine): CommandLine => ({
    ...line,
    file: unshare,
    args: [...space, "--", line.file, "-c", REPORT_LEFTOVERS, line.file, ...line.args],
    reportsLeftovers: true,
  })
  return { isClosed: true, wrap }
}

function namespaceArguments(): readonly string[] {
  const user = process.getuid?.() === 0 ? [] : ["--user", "--map-current-user"]
  return [...user, "--pid", "--fork", "--kill-child", "--mount-proc"]
}

/**
 * The sandbox and all in it is gone as soon as the command ends, so background processes are looked for from inside: all
 * but the sandbox's first process and this shell. Zombies do not count.
 */
const REPORT_LEFTOVERS = `exec 2>/dev/null
"$0" "$@" 2>&1 3>&-
code=$?
for each in /proc/[0-9]*; do
  case "$each" in /proc/1|/proc/$$) continue ;; esac
  stat=; read -r stat < "$each/stat"
  case "$stat" in ''|*') Z '*) ;; *) echo left >&3; break ;; esac
done
exit $code`

/**
 * Only mounted folders exist, only the workspace and a private /tmp can be written, and home is a folder in /tmp. Nothing
 * of /run is mounted: a command could escape through the sockets of services there (docker and others).
 * No --new-session: the group has no terminal that could be abused, and it stays one group that can be killed.
 */
function sandboxArguments(
  { root, allowNetwork, readOnlyFolders = [] }: ConfinementOptions,
  env: NodeJS.ProcessEnv,
): readonly string[] {
  const spaces = ["--die-with-parent", "--unshare-pid", "--unshare-ipc", "--unshare-uts"]
  const mounts = mountsFor({ root, allowNetwork, readOnlyFolders })
  const home = env.HOME === undefined ? [] : ["--setenv", "HOME", "/tmp/home"]
  const path = env.PATH === undefined ? [] : ["--setenv", "PATH", pathToNode(env.PATH)]
  const network = allowNetwork ? [] : ["--unshare-net"]
  return [...spaces, ...capabilities(), ...mounts, ...network, "--setenv", "TMPDIR", "/tmp", ...home, ...path]
}

/** Root keeps the capabilities to work with other users' files, and loses those that open the sandbox again (mount). */
function capabilities(): readonly string[] {
  if (process.getuid?.() !== 0) return []
  const kept = ["CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "SETGID", "SETUID"]
  return ["--cap-drop", "ALL", ...kept.flatMap((name) => ["--cap-add", `CAP_${name}`])]
}

/** The sandbox that is tried out, in the workspace's top folder. */
function sandboxFor(options: ConfinementOptions): readonly string[] {
  return options.sandbox ?? [...sandboxArguments(options, options.env), "--chdir", options.root]
}

function works(program: string, sandbox: readonly string[], { root, env }: ConfinementOptions): boolean {
  const key = JSON.stringify([program, sandbox])
  const known = probed.get(key)
  if (known !== undefined) return known
  const { status } = spawnSync(program, trial(sandbox), { env, cwd: root, stdio: "ignore", timeout: PROBE_MS })
  probed.set(key, status === 0)
  return status === 0
}

async function probe(program: string, sandbox: readonly string[], how: ConfinementOptions): Promise<boolean> {
  const key = JSON.stringify([program, sandbox])
  const known = probed.get(key)
  if (known !== undefined) return known
  const child = spawn(program, trial(sandbox), { env: how.env, cwd: how.root, stdio: "ignore", timeout: PROBE_MS })
  const status = await new Promise<unknown>((resolve) => child.once("close", resolve).once("error", resolve))
  probed.set(key, status === 0)
  return status === 0
}

function trial(sandbox: readonly string[]): readonly string[] {
  return [...sandbox, "--", "/bin/sh", "-c", ":"]
}

/** Ignores programs in the workspace, which is untrusted: probing for a sandbox must not run a program from there. */
function findProgram(name: string, { env, root }: ConfinementOptions): string | undefined {
  const folders = (env.PATH ?? "/usr/bin:/bin").split(delimiter).filter((folder) => folder.startsWith("/"))
  const outside = folders.filter((folder) => !isBelow(root, folder))
  return outside.map((folder) => join(folder, name)).find((path) => isExecutable(path) && !isBelow(root, path))
}
