// A session's context in a file of its own: for its owner only, and never over something else.
import { rmSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { join, resolve } from "node:path"
import type { ContextReport } from "@pawl/agent"
import { badInput } from "../failure.ts"

export interface Snapshot extends ContextReport {
  readonly session: string
  readonly at: string
}

/** Answers with where it is. `name` is relative to `folder`; one is made up if it is empty. */
export function writeSnapshot(snapshot: Snapshot, name: string, folder: string): string {
  const path = pathOf(name === "" ? nameFor(snapshot) : name, folder)
  try {
    writeFileSync(path, `${JSON.stringify(snapshot, undefined, 2)}\n`, { mode: 0o600, flag: "wx" })
    return path
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === "EEXIST") throw badInput(`"${path}" is there already, and was not touched. Name another file.`)
    // Half a file must not pass for a whole one. One that was there before would have been refused above.
    if (code === "ENOSPC" || code === "EIO") rmSync(path, { force: true })
    throw badInput(`"${path}" cannot be written (${code}). Name a file in a folder that is there and yours.`)
  }
}

function nameFor({ session, at }: Snapshot): string {
  return `pawl-context-${session}-${at.slice(0, 19).replaceAll(":", "-")}.json`
}

/** No shell has seen it: "~" is ours to read. */
function pathOf(name: string, folder: string): string {
  return /^~(\/|$)/.test(name) ? join(homedir(), name.slice(1)) : resolve(folder, name)
}
