// Writes a session's context to a new file that only its owner can read. It never overwrites a file.
import { rmSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { join, resolve } from "node:path"
import type { ContextReport } from "@pawl/agent"
import { badInput } from "../failure.ts"

export interface Snapshot extends ContextReport {
  readonly session: string
  readonly at: string
}

/** Returns the path. `name` is relative to `folder`; an empty name is replaced by a generated one. */
export function writeSnapshot(snapshot: Snapshot, name: string, folder: string): string {
  const path = pathOf(name === "" ? nameFor(snapshot) : name, folder)
  try {
    writeFileSync(path, `${JSON.stringify(snapshot, undefined, 2)}\n`, { mode: 0o600, flag: "wx" })
    return path
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === "EEXIST") throw badInput(`"${path}" exists already and was not changed. Name another file.`)
    // Remove the incomplete file. It is new: an older one would have been refused above.
    if (code === "ENOSPC" || code === "EIO") rmSync(path, { force: true })
    throw badInput(
      `"${path}" cannot be written (${code}). Name a file in a folder that exists and that you may write to.`,
    )
  }
}

function nameFor({ session, at }: Snapshot): string {
  return `pawl-context-${session}-${at.slice(0, 19).replaceAll(":", "-")}.json`
}

/** The name did not pass through a shell, so expand "~" here. */
function pathOf(name: string, folder: string): string {
  return /^~(\/|$)/.test(name) ? join(homedir(), name.slice(1)) : resolve(folder, name)
}
