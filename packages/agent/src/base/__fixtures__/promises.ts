// Counts the promises that some work makes, and the lines that make them.
import { createHook } from "node:async_hooks"

/** `where`: counts only promises that are made in files whose path matches, in the frame nearest to the promise. */
export async function promisesOf(work: () => unknown, where: RegExp = /./): Promise<number> {
  const limit = Error.stackTraceLimit
  let count = 0
  const hook = createHook({
    init(_id, kind) {
      if (kind === "PROMISE" && where.test(placeOf(new Error().stack ?? ""))) count++
    },
  })
  Error.stackTraceLimit = 12
  hook.enable()
  try {
    await work()
  } finally {
    hook.disable()
    Error.stackTraceLimit = limit
  }
  return count
}

function placeOf(stack: string): string {
  return /packages\/agent\/src\/(?!base\/__fixtures__)([^\s)]+):\d+:\d+/.exec(stack)?.[1] ?? "elsewhere"
}
