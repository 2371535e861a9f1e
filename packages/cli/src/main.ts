// The entry point of the command line: finds the command and returns the exit code. Commands are imported when they are run.

import { wrongUsage } from "./failure.ts"
import { COMMANDS, commandNamed } from "./line/commands.ts"
import { COMMON_OPTIONS, PROMPT_OPTIONS } from "./line/options.ts"
import { commandIn, type Flags, parse, type Request } from "./line/parse.ts"
import { err, out } from "./terminal/screen.ts"
import { usageError, type Words } from "./usage.ts"
import { runIn, type World, world } from "./world.ts"

/** Resolves with the exit code, without ending the process. By then everything it opened is closed. */
export function main(words: Words, where: World): Promise<number> {
  return runIn(where, async () => {
    const isOutputLost = listenForLostOutput()
    const exit = await outcomeOf(words)
    await Promise.all([out, err].map((screen) => screen.flushed()))
    return exit === 0 && isOutputLost() ? 1 : exit
  })
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
  // Not in the help: a child process of the demo.
  if (name === "demo-process") return (await import("./demo/process.ts")).demoProcess(rest)
  if (name === "help") return help(rest[0])
  const command = commandNamed(name)
  if (command === undefined) {
    // As in pawl -p What is this: the shell splits it into words.
    if (hasPrompt(words)) return runWithoutCommand(parse(words, [...PROMPT_OPTIONS, ...COMMON_OPTIONS]))
    // One word may be a misspelt command; what has a space is a prompt.
    if (/\s/.test(name)) return runWithoutCommand(parse(words, [...PROMPT_OPTIONS, ...COMMON_OPTIONS]))
    return usageError(
      name,
      COMMANDS.map((each) => each.name),
    )
  }
  const request = parse(rest, [...command.options, ...COMMON_OPTIONS])
  if (request.flags.has("help")) return help(name)
  return command.run(await forServer(name, request))
}

/** The request as a server needs it, if one is meant: only then this is loaded. */
async function forServer(name: string | undefined, request: Request): Promise<Request> {
  const { words, flags } = request
  if (!flags.has("server") && (world().env.PAWL_SERVER ?? "") === "") return request
  const { flagsForServer } = await import("./remote/refused.ts")
  return { words, flags: flagsForServer(name, words, flags) }
}

function hasPrompt(words: Words): boolean {
  return words.some((word) => /^(-p|--prompt)(=|$)/.test(word))
}

async function runWithoutCommand(request: Request): Promise<number> {
  const { flags } = request
  if (flags.has("help")) return help(undefined)
  await forServer(undefined, request)
  const isPrompt = flags.has("prompt") || flags.get("input-format") === "stream-json"
  const isOnTerminal = world().stdin.isTTY === true && out.isTerminal
  if (flags.get("resume") === "" && (isPrompt || !isOnTerminal)) throw wrongUsage(NO_SESSION)
  // With --plain, each line of a pipe is a message or a command.
  const isTalk = isOnTerminal || (flags.has("plain") && request.words.length === 0)
  if (isPrompt) return (await import("./run/prompt.ts")).runPrompt(request)
  if (isTalk) return (await import("./repl/repl.ts")).repl(request)
  if (request.words.length > 0) return (await import("./run/prompt.ts")).runPrompt(asPrompt(request))
  const { readStdin, isNothing } = await import("./run/stdin.ts")
  const piped = await readStdin({ giveUpMs: 1000 })
  if (!isNothing(piped) || flags.has("attach")) return (await import("./run/prompt.ts")).runPrompt(request, piped)
  return demoOrHelp(flags)
}

/** `pawl "..."` without a terminal is `pawl -p "..."`. */
function asPrompt({ words: [prompt = "", ...words], flags }: Request): Request {
  return { words, flags: new Map([...flags, ["prompt", prompt]]) }
}

/**
 * Without a terminal and without input there is nothing to answer. A script that has a model forgot its prompt; else run the
 * demo where it can run, or print the help.
 */
async function demoOrHelp(flags: Flags): Promise<number> {
  if (flags.size > 0 || (await hasModel(flags))) throw wrongUsage(NO_PROMPT)
  const { canRunDemo } = await import("./demo/ocr-server.ts")
  return canRunDemo() ? (await import("./demo/demo.ts")).demo([]) : help(undefined)
}

const NO_PROMPT =
  'There is no prompt: the input is empty, and no terminal to type on. Write pawl -p "...", or pipe the prompt in.'

const NO_SESSION =
  'Which session? Without a name, -r lets you choose one on a terminal. Write -r ID|NAME; "pawl sessions list" shows them.'

async function hasModel(flags: Flags): Promise<boolean> {
  const { loadSettings } = await import("./config/settings.ts")
  const { model, server } = await loadSettings(flags)
  return model !== undefined || server !== undefined
}

async function help(topic: string | undefined): Promise<number> {
  return (await import("./line/help.ts")).help(topic)
}

/** Stack traces are for developers of Pawl: they go to the log file, and only with --debug. */
async function logFailure(error: unknown): Promise<void> {
  const [{ foldersFrom }, { openLog }] = await Promise.all([import("./folders.ts"), import("./log-file.ts")])
  const log = await openLog(foldersFrom(world().env), { command: "main" })
  const stack = error instanceof Error ? error.stack : String(error)
  log.error({ stack, cause: error instanceof Error ? String(error.cause) : undefined }, "command failed")
  log.close()
}

/** `pawl demo | head` closes the output: that is no error. A full disk is one. */
function listenForLostOutput(): () => boolean {
  let isLost = false
  err.onError(() => {})
  out.onError(({ code }) => {
    if (code === "EPIPE" || isLost) return
    isLost = true
    err.line(
      `pawl: The output cannot be written (${code}). Free some space. The conversation is stored: see "pawl sessions list".`,
    )
  })
  return () => isLost
}
