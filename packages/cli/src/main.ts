// The command line: which command was meant, and what the process exits with. Commands are imported when they are run.
import { COMMANDS, commandNamed } from "./line/commands.ts"
import { COMMON_OPTIONS, PROMPT_OPTIONS } from "./line/options.ts"
import { commandIn, parse, type Request } from "./line/parse.ts"
import { usageError, type Words } from "./usage.ts"

/** Resolves with the exit code. */
export async function main(words: Words): Promise<number> {
  leaveQuietlyWithoutReader()
  const exit = await outcomeOf(words)
  leaveSoon(exit)
  return exit
}

async function outcomeOf(words: Words): Promise<number> {
  try {
    return await run(words)
  } catch (error) {
    const { report } = await import("./failure.ts")
    if (words.includes("--debug")) await logFailure(error)
    return report(error)
  }
}

async function run(words: Words): Promise<number> {
  const at = commandIn(words)
  const name = words[at]
  if (name === undefined) return runWithoutCommand(parse(words, [...PROMPT_OPTIONS, ...COMMON_OPTIONS]))
  const rest = [...words.slice(0, at), ...words.slice(at + 1)]
  // Not in the help: a process of the demo, which may be killed.
  if (name === "demo-process") return (await import("./demo/process.ts")).demoProcess(rest)
  if (name === "help") return help(rest[0])
  const command = commandNamed(name)
  if (command === undefined) {
    const isPrompt = /\s/.test(name)
    const known = COMMANDS.map((each) => each.name)
    if (!isPrompt) return usageError(name, known)
    process.stderr.write('pawl: a prompt comes after -p. Write pawl -p "...", or "pawl --help" to see what there is.\n')
    return 2
  }
  const request = parse(rest, [...command.options, ...COMMON_OPTIONS])
  return request.flags.has("help") ? help(name) : command.run(request)
}

async function runWithoutCommand(request: Request): Promise<number> {
  const { flags } = request
  if (flags.has("help")) return help(undefined)
  if (flags.has("prompt")) return (await import("./run/prompt.ts")).runPrompt(request)
  if (process.stdin.isTTY && process.stdout.isTTY) return (await import("./repl/repl.ts")).repl(request)
  const piped = await (await import("./run/stdin.ts")).readStdin({ giveUpMs: 1000 })
  if (piped.trim() !== "" || flags.size > 0) return (await import("./run/prompt.ts")).runPrompt(request, piped)
  return (await import("./demo/demo.ts")).demo([])
}

async function help(topic: string | undefined): Promise<number> {
  return (await import("./line/help.ts")).help(topic)
}

/** A stack trace is for whoever repairs Pawl, so it goes to the log file, and only when it was asked for. */
async function logFailure(error: unknown): Promise<void> {
  const [{ foldersFrom }, { openLog }] = await Promise.all([import("./folders.ts"), import("./log-file.ts")])
  const log = await openLog(foldersFrom(process.env), { command: "main" })
  const stack = error instanceof Error ? error.stack : String(error)
  log.error({ stack, cause: error instanceof Error ? String(error.cause) : undefined }, "command failed")
  log.close()
}

/** A tool that does not listen may keep the process alive, long after its turn was cancelled and the store was closed. */
function leaveSoon(exit: number): void {
  setTimeout(() => process.exit(exit), 200).unref()
}

/** `pawl demo | head` closes our output: that is no error, and there is nobody left to tell. */
function leaveQuietlyWithoutReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error
    })
  }
}
