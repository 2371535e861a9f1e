// `pawl` on a terminal: a streaming conversation. Everything shown comes from the session's events.
import { openAgent } from "../agent/agent.ts"
import { modelAdvice } from "../agent/providers.ts"
import { serversOf, trustProject } from "../agent/servers.ts"
import { loadSettings, type Settings } from "../config/settings.ts"
import { EXIT } from "../exit-codes.ts"
import { badConfig, wrongUsage } from "../failure.ts"
import type { Flags, Request } from "../line/parse.ts"
import { closing, openLog } from "../log-file.ts"
import { trustText } from "../mcp/mcp.ts"
import { ONE_SESSION, sessionMeant } from "../run/choose-session.ts"
import { interruptedHere, interruptedText } from "../run/interrupted.ts"
import { confirm } from "../terminal/confirm.ts"
import { out } from "../terminal/screen.ts"
import { wordWrapped } from "../terminal/visible.ts"
import { world } from "../world.ts"
import type { Begun } from "./first-start.ts"
import { InputLoop } from "./input-loop.ts"

/** `words`: what is said first, if anything. */
export async function repl({ words, flags: given }: Request): Promise<number> {
  refusePromptFlags(given)
  const [first, ...more] = words
  if (more.length > 0)
    throw wrongUsage(`"${more[0]}" is not part of the prompt. Put the whole prompt into quotes: pawl "...".`)
  if (given.has("continue") && given.has("resume")) throw wrongUsage(ONE_SESSION)
  let settings = await loadSettings(given)
  if (settings.server === undefined) {
    if (settings.model === undefined) {
      if (!isOnTerminal()) throw badConfig(`No model is configured.\n\n${modelAdvice()}`)
      const begun = await begin(settings)
      if (begun !== "model") return begun === "demo" ? runDemo() : demoInstead()
      settings = await loadSettings(given)
    }
    await askForTrust(settings)
  }
  // Without a name -r begins with the choice of a session.
  const isChoosing = given.get("resume") === ""
  const flags = isChoosing ? without(given, "resume") : await offerToGoOn(settings, given, first)
  const meant = sessionMeant(settings, flags)
  const log = await openLog(settings.folders, { command: "repl" })
  const talk = new InputLoop({ settings, flags, isChoosing, ...(first !== undefined && { first }) }, log)
  const opened = await openAgent(settings, talk.how, meant).catch(closing(log))
  try {
    return await talk.run(opened)
  } finally {
    await talk.close()
    await opened.close()
    log.close()
    talk.ignoreSignals()
  }
}

/** A turn that was interrupted in this folder is not forgotten: the user is told, and may go on with it. */
async function offerToGoOn(settings: Settings, flags: Flags, first: string | undefined): Promise<Flags> {
  if (flags.has("continue") || flags.has("resume")) return flags
  const interrupted = await interruptedHere(settings)
  if (interrupted === undefined) return flags
  const { row } = interrupted
  out.line(interruptedText(interrupted))
  if (first === undefined && isOnTerminal() && (await confirm("Go on with it?", true)))
    return new Map([...flags, ["resume", row.id]])
  out.line(`Later: pawl resume ${row.id}`)
  return flags
}

function without(flags: Flags, name: string): Flags {
  return new Map([...flags].filter(([each]) => each !== name))
}

function refusePromptFlags(flags: Flags): void {
  if (flags.has("attach"))
    throw wrongUsage('--attach needs a prompt: pawl -p "..." --attach FILE. In a conversation, write @FILE.')
  for (const name of ["output-schema", "output-format"]) {
    if (flags.has(name)) throw wrongUsage(`--${name} needs a prompt: pawl -p "..." --${name} ${flags.get(name)}.`)
  }
}

/** Questions of the start are asked on a terminal only: the lines of a pipe are meant for the conversation. */
function isOnTerminal(): boolean {
  return world().stdin.isTTY === true
}

async function begin({ folders }: Settings): Promise<Begun> {
  out.line(wordWrapped(`No model is configured yet.\n\n${modelAdvice()}`, out.columns))
  return (await import("./first-start.ts")).firstStart(folders)
}

async function demoInstead(): Promise<number> {
  const { canRunDemo } = await import("../demo/ocr-server.ts")
  if (!canRunDemo() || !(await confirm("Run the demo instead? It needs no model.", true))) return EXIT.config
  return runDemo()
}

async function runDemo(): Promise<number> {
  return (await import("../demo/demo.ts")).demo([])
}

/** A project's servers are programs that the user did not choose. */
async function askForTrust(settings: Settings): Promise<void> {
  const untrusted = (await serversOf(settings)).filter(({ trusted }) => !trusted)
  if (untrusted.length === 0) return
  out.line(`This project wants to start these MCP servers, which are programs:\n${untrusted.map(trustText).join("\n")}`)
  if (!isOnTerminal()) out.line('They do not start. Look at them, then run "pawl mcp trust".')
  else if (await confirm("Trust them, until they change?")) await trustProject(settings)
}
