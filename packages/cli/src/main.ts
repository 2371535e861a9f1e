// The command line: which command was meant, and what the process exits with. Commands are imported when they are run.
import { usageError, type Words } from "./usage.ts"

const HELP = `pawl: agents whose turns are never lost and whose effects are never silently repeated.

Usage
  pawl                     run the demo (a prompt of its own comes with a later version)
  pawl demo                rename seven files, be killed half-way, and go on
  pawl demo --no-crash     the same without the kill, in one process
  pawl --help, -h          show this
  pawl --version, -v       show the version

Exit codes
  0 done   1 failed   2 wrong usage   52 this Node is too old   130 stopped by Ctrl-C

Colours are used on a terminal only, and never when NO_COLOR is set.
`

/** Resolves with the exit code. */
export async function main(words: Words): Promise<number> {
  leaveQuietlyWithoutReader()
  try {
    return await run(words)
  } catch (error) {
    process.stderr.write(`pawl: ${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}

async function run(words: Words): Promise<number> {
  const [command = "demo", ...rest] = words
  switch (command) {
    case "--help":
    case "-h":
    case "help":
      process.stdout.write(HELP)
      return 0
    case "demo":
      return (await import("./demo/demo.ts")).demo(rest)
    case "demo-process":
      // Not in the help: a process of the demo, which may be killed.
      return (await import("./demo/process.ts")).demoProcess(rest)
    default:
      return usageError(command)
  }
}

/** `pawl demo | head` closes our output: that is no error, and there is nobody left to tell. */
function leaveQuietlyWithoutReader(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error
  })
}
