// A commit hook for tests. The query of its URL says what it does: `log` names a file that gets one line per commit, `die`
// an op before whose commit the writer thread exits, `fail` an op whose commit throws.
import { appendFileSync } from "node:fs"

const query = new URL(import.meta.url).searchParams

export function beforeCommit(_n: number, ops: readonly string[]): void {
  if (ops.includes(query.get("die") ?? "")) process.exit(3)
  if (ops.includes(query.get("fail") ?? "")) throw new Error("the disk caught fire")
}

export function afterCommit(n: number, ops: readonly string[]): void {
  const log = query.get("log")
  if (log !== null) appendFileSync(log, `${n} ${ops.join(" ")}\n`)
}
