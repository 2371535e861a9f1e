// Loaded by the store's writer thread: stops the whole process, once,
// right after an intent became durable and before the main thread knows.
let stopped = false

export function afterCommit(_n: number, ops: readonly string[]): void {
  if (stopped || !ops.some((op) => op.includes("tool-started"))) return
  stopped = true
  process.kill(process.pid, "SIGSTOP")
}
