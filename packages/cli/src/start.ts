// The command: the program in a process of its own, which ends with it. The only place that minds what befalls the process.
import { EXIT } from "./exit-codes.ts"
import { main } from "./main.ts"
import { err } from "./terminal/screen.ts"
import type { Words } from "./usage.ts"
import { isLeaving, processWorld } from "./world.ts"

/** Ends the process. */
export async function start(words: Words): Promise<never> {
  tellStrayExits()
  showWarnings()
  const exit = await main(words, processWorld)
  // Everything is closed. A tool that does not listen, or a timer, would keep the process alive for nothing.
  return processWorld.leave(exit)
}

/** Whoever takes another way out, as a plugin's tool that calls process.exit, ends a turn under way: that is told, and is never a
 * success. */
function tellStrayExits(): void {
  process.on("exit", (code) => {
    if (isLeaving()) return
    err.line(STOPPED)
    if (code === EXIT.done) process.exitCode = EXIT.failed
  })
}

const STOPPED =
  'pawl: Something ended this process in the middle of its work, probably a plugin that calls process.exit. What was said and done is safe in the log; "pawl resume" goes on.'

/** Node would write warnings by itself, and plugins and libraries say what they like in them. */
function showWarnings(): void {
  // Whoever switched them off wants none.
  if (process.listenerCount("warning") === 0) return
  process.removeAllListeners("warning")
  process.on("warning", ({ name, message, code }: Error & { code?: string }) => {
    err.line(`(node:${process.pid}) ${code === undefined ? "" : `[${code}] `}${name}: ${message}`)
  })
}
