// Loaded by the store on the side that commits: kills the process with SIGKILL at a given commit.

// PAWL_KILL_AT and PAWL_KILL_WHEN name a commit by its number. PAWL_KILL_FACT names a fact type: the process is killed
// after the commit that holds it for the PAWL_KILL_COUNTth time.
const fact = process.env.PAWL_KILL_FACT
let left = Number(process.env.PAWL_KILL_COUNT ?? 1)
const at = Number(process.env.PAWL_KILL_AT ?? 0)
const when = process.env.PAWL_KILL_WHEN

export function beforeCommit(n: number): void {
  if (when === "before" && n === at) process.kill(process.pid, "SIGKILL")
}

export function afterCommit(n: number, ops: readonly string[]): void {
  if (fact !== undefined && ops.some((op) => op.includes(fact)) && --left === 0) process.kill(process.pid, "SIGKILL")
  if (when === "after" && n === at) process.kill(process.pid, "SIGKILL")
}
