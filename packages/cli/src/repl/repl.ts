// `pawl` on a terminal: a streaming conversation. Everything shown comes from the session's events.
import { openAgent } from "../agent/agent.ts"
import { modelAdvice } from "../agent/providers.ts"
import { serversOf, trustProject } from "../agent/servers.ts"
import { loadSettings, type Settings } from "../config/settings.ts"
import { EXIT } from "../exit-codes.ts"
import { wrongUsage } from "../failure.ts"
import type { Flags, Request } from "../line/parse.ts"
import { closing, openLog } from "../log-file.ts"
import { trustText } from "../mcp/mcp.ts"
import { sessionMeant } from "../run/choose-session.ts"
import { confirm } from "../terminal/confirm.ts"
import { out } from "../terminal/screen.ts"
import { InputLoop } from "./input-loop.ts"

export async function repl({ flags }: Request): Promise<number> {
  refusePromptFlags(flags)
  const settings = await loadSettings(flags)
  if (settings.server === undefined) {
    if (settings.model === undefined) return sayHowToBegin()
    await askForTrust(settings)
  }
  const meant = sessionMeant(settings, flags)
  const log = await openLog(settings.folders, { command: "repl" })
  const talk = new InputLoop({ settings, flags }, log)
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

function refusePromptFlags(flags: Flags): void {
  if (flags.has("attach"))
    throw wrongUsage('--attach needs a prompt: pawl -p "..." --attach FILE. In a conversation, write @FILE.')
  for (const name of ["output-schema", "output-format"]) {
    if (flags.has(name)) throw wrongUsage(`--${name} needs a prompt: pawl -p "..." --${name} ${flags.get(name)}.`)
  }
}

async function sayHowToBegin(): Promise<number> {
  out.line(`No model is configured yet.\n\n${modelAdvice()}`)
  const { canRunDemo } = await import("../demo/ocr-server.ts")
  if (!canRunDemo() || !(await confirm("Run the demo instead? It needs no model.", true))) return EXIT.config
  return (await import("../demo/demo.ts")).demo([])
}

/** A project's servers are programs that the user did not choose. */
async function askForTrust(settings: Settings): Promise<void> {
  const untrusted = (await serversOf(settings)).filter(({ trusted }) => !trusted)
  if (untrusted.length === 0) return
  out.line(`This project wants to start these MCP servers, which are programs:\n${untrusted.map(trustText).join("\n")}`)
  if (await confirm("Trust them, until they change?")) await trustProject(settings)
}
