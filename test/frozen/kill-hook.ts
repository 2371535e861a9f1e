// Loaded by the store of a process that is to be killed: sends
// SIGKILL before or after the commit that holds a given fact.
const [when, fact = "", count = "1"] = (process.env.PAWL_FROZEN_KILL ?? "").split(" ")
let left = Number(count)

export function beforeCommit(_: number, ops: readonly string[]): void {
  if (when === "before") killAt(ops)
}

export function afterCommit(_: number, ops: readonly string[]): void {
  if (when === "after") killAt(ops)
}

/** A write is named by its facts: "append:tool-started". */
function killAt(ops: readonly string[]): void {
  if (ops.some((op) => op.includes(fact)) && --left === 0) process.kill(process.pid, "SIGKILL")
}
