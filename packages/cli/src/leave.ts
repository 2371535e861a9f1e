// The way out of this process. Whoever takes another one, as a plugin's tool that calls process.exit, ends a turn under way:
// that is told, and is never a success.
import { EXIT } from "./exit-codes.ts"
import { err } from "./screen.ts"

let isMeant = false

export function leave(code: number): never {
  isMeant = true
  process.exit(code)
}

export function tellStrayExits(): void {
  process.on("exit", (code) => {
    if (isMeant) return
    err.line(STOPPED)
    if (code === EXIT.done) process.exitCode = EXIT.failed
  })
}

const STOPPED =
  'pawl: Something ended this process in the middle of its work, probably a plugin that calls process.exit. What was said and done is safe in the log; "pawl resume" goes on.'
