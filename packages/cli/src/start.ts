// The entry point of the `pawl` process: runs the program and ends the process. Only this file handles process events.
import { EXIT } from "./exit-codes.ts"
import { main } from "./main.ts"
import { err } from "./terminal/screen.ts"
import type { Words } from "./usage.ts"
import { isLeaving, processWorld } from "./world.ts"

/** Ends the process. */
export async function start(words: Words): Promise<never> {
  reportStrayExits()
  showWarnings()
  const exit = await main(words, processWorld)
  // Everything is closed. A tool that ignores its signal, or a timer, would keep the process alive for nothing.
  return processWorld.leave(exit)
}

/** Other code may end the process, as a plugin's tool that calls process.exit. That is reported, and is never a success. */
function reportStrayExits(): void {
  process.on("exit", (code) => {
    if (isLeaving()) return
    err.line(STOPPED)
    if (code === EXIT.done) process.exitCode = EXIT.failed
  })
}

const STOPPED =
  'pawl: This process was ended during its work, probably by a plugin that calls process.exit. The turn is stored; continue it with "pawl resume".'

/** Prints Node's warnings safely: plugins and libraries write their text. */
function showWarnings(): void {
  // The user has switched warnings off.
  if (process.listenerCount("warning") === 0) return
  process.removeAllListeners("warning")
  process.on("warning", ({ name, message, code }: Error & { code?: string }) => {
    err.line(`(node:${process.pid}) ${code === undefined ? "" : `[${code}] `}${name}: ${message}`)
  })
}
