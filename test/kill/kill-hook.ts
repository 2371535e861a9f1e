// Loaded by the store's writer thread: ends the process, hard, at the commit it was told to.

const at = Number(process.env.PAWL_KILL_AT ?? 0)
const when = process.env.PAWL_KILL_WHEN

export function beforeCommit(n: number): void {
  if (when === "before" && n === at) process.kill(process.pid, "SIGKILL")
}

export function afterCommit(n: number): void {
  if (when === "after" && n === at) process.kill(process.pid, "SIGKILL")
}
