// `pawl` on a terminal: a plain streaming conversation. Everything shown comes from the session's events.
import { openAgent } from "../agent/agent.ts"
import { modelAdvice } from "../agent/providers.ts"
import { serversOf, trustProject } from "../agent/servers.ts"
import { loadSettings, type Settings } from "../config/settings.ts"
import { EXIT } from "../exit-codes.ts"
import { oneLine, warn, wrongUsage } from "../failure.ts"
import { files } from "../folders.ts"
import type { Request } from "../line/parse.ts"
import { closing, openLog } from "../log-file.ts"
import { trustText } from "../mcp/mcp.ts"
import { redactor } from "../redact.ts"
import { chooseSession, sessionMeant } from "../run/choose-session.ts"
import type { Asker } from "../run/person.ts"
import { confirm } from "../terminal/confirm.ts"
import { named } from "../terminal/plain.ts"
import { out } from "../terminal/screen.ts"
import { world } from "../world.ts"
import { describe, isCommand, isKnownCommand, type Room, runCommand, stop } from "./commands.ts"
import { completePath } from "./complete-path.ts"
import { Conversation } from "./conversation.ts"
import { isPrompt, resourcesIn, sayPrompt } from "./prompt-commands.ts"
import { renewing } from "./renew.ts"
import { Terminal } from "./terminal.ts"

const STOPS = ["SIGTERM", "SIGHUP"] as const

export async function repl({ flags }: Request): Promise<number> {
  if (flags.has("attach"))
    throw wrongUsage('--attach needs a prompt: pawl -p "..." --attach FILE. In a conversation, write @FILE.')
  for (const name of ["json-schema", "output-format"]) {
    if (flags.has(name)) throw wrongUsage(`--${name} needs a prompt: pawl -p "..." --${name} ${flags.get(name)}.`)
  }
  const settings = await loadSettings(flags)
  if (settings.model === undefined) return sayHowToBegin()
  await askForTrust(settings)
  const meant = sessionMeant(settings, flags)
  const log = await openLog(settings.folders, { command: "repl" })
  let conversation: Conversation | undefined
  let screen: Terminal | undefined
  const how = {
    approve: settings.approve,
    log,
    warn: (line: string) => (screen === undefined ? warn(line) : screen.tell(line)),
    onTrouble: (_: string, error: unknown) => conversation?.trouble(error),
  }
  const opened = await openAgent(settings, how, meant).catch(closing(log))
  const here = world()
  const left = Promise.withResolvers<number>()
  const stopped = (signal: NodeJS.Signals) => {
    // The same once more ends the process, whatever is open.
    here.off(signal, stopped)
    left.resolve(signal === "SIGTERM" ? 143 : 129)
  }
  try {
    const session = await chooseSession(opened.agent, settings, flags)
    const redact = redactor(here.env)
    const terminal = new Terminal(files.history(settings.folders), {
      onLine: (line) => void enter(line),
      onInterrupt: () => interrupt(room, left.resolve),
      onEscape: () => stop(room),
      onEnd: () => left.resolve(EXIT.done),
      onTab: (line) => completePath(line, settings.workspace),
      // A key that somebody typed by mistake would stay in a file.
      clean: (line) => redact((conversation?.opened ?? opened).agent.clean(line)),
    })
    screen = terminal
    const obey: NonNullable<Asker["obey"]> = async (line, { isSure }) => {
      if (isSure ? !isKnownCommand(line) : !isCommand(line) && !isPrompt(line)) return false
      await handle(room, line, renew).catch((error: unknown) => terminal.tell(terminal.style.red(oneLine(error))))
      return true
    }
    conversation = new Conversation(settings, opened, terminal, obey)
    const room: Room = { conversation, terminal, how, leave: () => left.resolve(EXIT.done) }
    const renew = renewing(flags, settings)
    const enter = (line: string) =>
      handle(room, line, renew)
        .catch((error: unknown) => terminal.tell(terminal.style.red(oneLine(error))))
        .finally(() => settle(room))
    for (const signal of STOPS) here.on(signal, stopped)
    terminal.tell(
      `${terminal.style.bold("pawl")} ${named(settings.model)} in ${named(settings.workspace)}. /help lists commands, Ctrl-D leaves.`,
    )
    await conversation.enter(session, () => describe(room))
    settle(room)
    const exit = await left.promise
    terminal.close()
    const lastWords = await conversation.leave()
    if (lastWords !== undefined) out.line(terminal.style.dim(lastWords))
    return exit
  } finally {
    await conversation?.close()
    await opened.close()
    log.close()
    for (const signal of STOPS) here.off(signal, stopped)
  }
}

async function handle(room: Room, line: string, renew: (room: Room) => Promise<void>): Promise<void> {
  if (line.trim() === "") return
  if (isCommand(line)) return runCommand(room, line)
  // Settings that nobody can work with are told, and what was set before counts.
  await renew(room).catch((error: unknown) => room.terminal.tell(room.terminal.style.red(oneLine(error))))
  if (isPrompt(line)) await sayPrompt(room, line)
  else if (line.includes("@")) room.conversation.say(line, await resourcesIn(line, room.conversation.opened.agent))
  else room.conversation.say(line)
}

/** Between turns there is a prompt; during one it comes when somebody types. */
function settle({ conversation, terminal }: Room): void {
  if (!conversation.isBusy) terminal.prompt()
}

function interrupt({ conversation, terminal }: Room, leave: (exit: number) => void): void {
  if (conversation.isCancelling) leave(EXIT.cancelled)
  else if (conversation.isBusy) {
    terminal.tell(terminal.style.dim("(cancelling; Ctrl-C again leaves)"))
    conversation.cancel()
  } else if (terminal.line === "") leave(EXIT.done)
  else terminal.clearLine()
}

async function sayHowToBegin(): Promise<number> {
  out.line(`Pawl has no model to talk to yet.\n\n${modelAdvice()}`)
  const { canRunDemo } = await import("../demo/ocr-server.ts")
  if (!canRunDemo() || !(await confirm("Run the demo instead? It needs no model.", true))) return EXIT.config
  return (await import("../demo/demo.ts")).demo([])
}

/** A project's own servers are programs that somebody else chose. */
async function askForTrust(settings: Settings): Promise<void> {
  const untrusted = (await serversOf(settings)).filter(({ trusted }) => !trusted)
  if (untrusted.length === 0) return
  out.line(`This project wants to start programs of its own:\n${untrusted.map(trustText).join("\n")}`)
  if (await confirm("Trust them, until they change?")) await trustProject(settings)
}
