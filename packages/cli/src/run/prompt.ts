// `pawl -p`: one prompt, one turn, one answer; the exit code shows the outcome.
import type { ApprovalPolicy } from "@pawl/agent"
import { type OpenedAgent, openAgent, SERVER_GONE_MS } from "../agent/agent.ts"
import { serversOf } from "../agent/servers.ts"
import { ALL_MODES, policyOf } from "../config/approving.ts"
import { loadSettings, type Settings } from "../config/settings.ts"
import { EXIT } from "../exit-codes.ts"
import { badInput, Failure, warn, wrongUsage } from "../failure.ts"
import type { Flags, Request } from "../line/parse.ts"
import { closing, openLog } from "../log-file.ts"
import { named } from "../terminal/plain.ts"
import { inputOf, type Prompt, promptWith, refuseMissing } from "./attachments.ts"
import { attendantFor } from "./attendant-for.ts"
import { sessionMeant } from "./choose-session.ts"
import { outputSchema } from "./output-schema.ts"
import { type Asking, PromptRun, type Run } from "./prompt-run.ts"
import { sendDetached } from "./send.ts"
import { listenToSignals } from "./signals.ts"
import { type Piped, readStdin } from "./stdin.ts"

/** `piped`: input that the caller has read already. */
export async function runPrompt({ words, flags }: Request, piped?: Piped): Promise<number> {
  if (words[0] !== undefined) {
    throw new Failure(
      EXIT.usage,
      `"${words[0]}" is not part of the prompt. Put the whole prompt into quotes: pawl -p "...".`,
    )
  }
  const settings = await loadSettings(flags)
  if (flags.get("input-format") === "stream-json") return talkInLines(settings, flags)
  const schema = flags.has("output-schema") ? await outputSchema(flags.get("output-schema") ?? "") : undefined
  const prompt = promptFrom(flags, settings.workspace, piped ?? (await readStdin()))
  if (!flags.has("detach")) return askAndWait({ settings, flags, prompt, schema })
  if (schema !== undefined)
    throw new Failure(
      EXIT.usage,
      "--output-schema checks the answer, but --detach does not wait for it. Remove one of them.",
    )
  return sendDetached(inputOf(prompt), settings, flags)
}

async function askAndWait(asking: Asking): Promise<number> {
  const stopped = new AbortController()
  const who = await attendantFor(asking.settings, () => stopped.abort("input ended"))
  return carryOut(
    asking,
    { stopped, approve: who.approve },
    (opened) => new PromptRun(asking, opened, { stopped, ...who }),
  )
}

/** `--input-format stream-json`: the prompt, if there is one, and then the lines of stdin. */
async function talkInLines(settings: Settings, flags: Flags): Promise<number> {
  refuseOtherFormats(flags)
  const { StreamRun } = await import("./stream-run.ts")
  const schema = flags.has("output-schema") ? await outputSchema(flags.get("output-schema") ?? "") : undefined
  const prompt = givenBy(flags, settings.workspace)
  const asking = { settings, flags, prompt, schema }
  const stopped = new AbortController()
  return carryOut(
    asking,
    { stopped, approve: policyOf(settings.approve) },
    (opened) => new StreamRun(asking, opened, stopped),
  )
}

function refuseOtherFormats(flags: Flags): void {
  if (flags.has("detach"))
    throw wrongUsage("--input-format stream-json and --detach exclude each other. Give one of them.")
  if (flags.get("output-format") === "stream-json") return
  throw wrongUsage(
    "--input-format stream-json needs --output-format stream-json: the events say what is asked and done.",
  )
}

interface RunHow {
  readonly stopped: AbortController
  readonly approve: ApprovalPolicy
}

async function carryOut(
  asking: Asking,
  { stopped, approve }: RunHow,
  make: (opened: OpenedAgent) => Run,
): Promise<number> {
  const { settings, flags } = asking
  if (settings.server === undefined) await warnUntrusted(settings)
  const meant = sessionMeant(settings, flags)
  const log = await openLog(settings.folders, { command: "prompt" })
  const how = {
    approve,
    approvalModes: ALL_MODES,
    log,
    warn,
    giveUpMs: SERVER_GONE_MS,
    ...(settings.runner === "worker" && ({ run: "none" } as const)),
  }
  const opened = await openAgent(settings, how, meant).catch(closing(log))
  const run = make(opened)
  const signals = listenToSignals({ cancel: () => run.cancel(), stop: () => stopped.abort("stopped") })
  stopped.signal.addEventListener("abort", () => void opened.close())
  try {
    return await run.answer()
  } catch (error) {
    if (!stopped.signal.aborted) throw error
    throw new Failure(signals.exit() ?? EXIT.cancelled, `Stopped. ${run.whatIsLeft}`)
  } finally {
    signals.done()
    await run.dropIfEmpty()
    await opened.close()
    log.close()
  }
}

function promptFrom(flags: Flags, folder: string, piped: Piped): Prompt {
  const given = givenBy(flags, folder)
  const text = [given.text, piped.text].filter((part) => part.trim() !== "").join("\n\n")
  const parts = [...given.parts, ...piped.parts]
  if (text !== "" || parts.length > 0) return { text, parts }
  throw badInput('The prompt is empty. Write pawl -p "...", or pipe the text in.')
}

/** The prompt of the command line, with its attachments. */
function givenBy(flags: Flags, folder: string): Prompt {
  const files = flags.get("attach")?.split("\u0000") ?? []
  refuseMissing(files, folder)
  return promptWith(flags.get("prompt") ?? "", folder, files)
}

/** Only warns: trusting a project is a separate decision with its own command. */
async function warnUntrusted(settings: Settings): Promise<void> {
  const names = (await serversOf(settings)).flatMap(({ name, trusted }) => (trusted ? [] : [named(name)]))
  if (names.length === 0) return
  warn(`These MCP servers of the project stay off until you trust them with "pawl mcp trust": ${names.join(", ")}`)
}
