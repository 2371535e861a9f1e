// Loaded by the store on the side that commits: stops the whole process, once,
// right after an intent became durable and before the session knows.
let stopped = false

export function afterCommit(_n: number, ops: readonly string[]): void {
  if (stopped || !ops.some((op) => op.includes("tool-started"))) return
  stopped = true
  process.kill(process.pid, "SIGSTOP")
}
