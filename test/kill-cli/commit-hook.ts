// The hook of test/kill, with a commit that takes its time: whoever tells or acts before it is durable does so meanwhile.
import { afterCommit, beforeCommit as kill } from "../kill/kill-hook.ts"

const HELD_MS = 30

export { afterCommit }

export function beforeCommit(n: number): void {
  const isLast = process.env.PAWL_KILL_WHEN === "before" && n === Number(process.env.PAWL_KILL_AT)
  if (isLast) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, HELD_MS)
  kill(n)
}
