// How commands are kept inside the workspace: bubblewrap, where it is installed and works. Where not, that is said.
import { spawnSync } from "node:child_process"
import { accessSync, existsSync, constants as flags } from "node:fs"
import { delimiter, join } from "node:path"
import type { CommandLine } from "./run-process.ts"

export interface Confinement {
  /** Undefined when commands are confined; else why they are not, for people and models. */
  readonly missing?: string
  readonly wrap: (line: CommandLine) => CommandLine
}

export interface ConfinementOptions {
  readonly root: string
  readonly env: NodeJS.ProcessEnv
  readonly allowNetwork: boolean
}

const PROBE_MS = 3000

/** Tried once, when the tools are made: a bwrap that is installed may still be forbidden to make namespaces. */
export function confinementFor(options: ConfinementOptions): Confinement {
  const unconfined = (missing: string): Confinement => ({ missing, wrap: (line) => line })
  if (process.platform !== "linux") return unconfined("bubblewrap exists only for Linux")
  const bwrap = findProgram("bwrap", options.env)
  if (bwrap === undefined) return unconfined("bubblewrap (bwrap) is not installed")
  const wrap = (line: CommandLine): CommandLine => ({
    ...line,
    file: bwrap,
    args: [...bwrapArguments(options, line.cwd), "--", line.file, ...line.args],
  })
  const { file, args } = wrap({ file: "/bin/sh", args: ["-c", ":"], cwd: options.root, env: options.env })
  const probe = spawnSync(file, args, { env: options.env, cwd: options.root, stdio: "ignore", timeout: PROBE_MS })
  return probe.status === 0 ? { wrap } : unconfined("bubblewrap (bwrap) is installed but does not work here")
}

/**
 * Everything readable, only the workspace and a /tmp of its own writable. /run is hidden because of the sockets of services in it
 * (docker and others), by which a command could leave; with the network allowed, name resolution is put back.
 * No --new-session: the group has no terminal that could be abused, and stays one group that can be ended.
 */
function bwrapArguments({ root, allowNetwork }: ConfinementOptions, cwd: string): readonly string[] {
  const resolver = "/run/systemd/resolve"
  const network = allowNetwork ? (existsSync(resolver) ? ["--ro-bind", resolver, resolver] : []) : ["--unshare-net"]
  const spaces = ["--die-with-parent", "--unshare-pid", "--unshare-ipc", "--unshare-uts"]
  const system = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--tmpfs", "/run"]
  return [...spaces, ...system, ...network, "--bind", root, root, "--setenv", "TMPDIR", "/tmp", "--chdir", cwd]
}

function findProgram(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env.PATH ?? "/usr/bin:/bin").split(delimiter).filter((folder) => folder.startsWith("/"))
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, flags.X_OK)
    return true
  } catch {
    return false
  }
}
