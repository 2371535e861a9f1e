// Loaded by the store, on the side that commits: notes each commit as soon as it has returned, so that a trace of system
// calls can be read.
import { appendFileSync } from "node:fs"

export function afterCommit(n: number, ops: readonly string[]): void {
  appendFileSync(process.env.PAWL_MARKS ?? "/dev/null", `${n} ${ops.join(" ")}\n`)
}
