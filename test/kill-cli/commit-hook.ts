// The hook of test/kill with a slow last commit: code that
// publishes or acts before the commit is durable has time to do so.
import { afterCommit, beforeCommit as kill } from "../kill/kill-hook.ts"

const HELD_MS = 30

export { afterCommit }

export function beforeCommit(n: number): void {
  const isLast = process.env.PAWL_KILL_WHEN === "before" && n === Number(process.env.PAWL_KILL_AT)
  if (isLast) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, HELD_MS)
  kill(n)
}
