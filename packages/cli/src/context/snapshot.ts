// Writes a session's context to a new file that only its owner can read.
import type { ContextReport } from "@pawl/agent"
import { writeNewFile } from "../new-file.ts"

export interface Snapshot extends ContextReport {
  readonly session: string
  readonly at: string
}

/** Returns the path. `name` is relative to `folder`; an empty name is replaced by a generated one. */
export function writeSnapshot(snapshot: Snapshot, name: string, folder: string): string {
  const text = `${JSON.stringify(snapshot, undefined, 2)}\n`
  return writeNewFile(name === "" ? nameFor(snapshot) : name, folder, text)
}

function nameFor({ session, at }: Snapshot): string {
  return `pawl-context-${session}-${at.slice(0, 19).replaceAll(":", "-")}.json`
}
