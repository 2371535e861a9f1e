// Loaded by the store on the side that commits: writes a mark as soon as a commit has returned, so that a trace of
// system calls shows where each commit ended.
import { appendFileSync } from "node:fs"

export function afterCommit(n: number, ops: readonly string[]): void {
  appendFileSync(process.env.PAWL_MARKS ?? "/dev/null", `${n} ${ops.join(" ")}\n`)
}
