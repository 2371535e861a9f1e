// `pawl -p`: one prompt, one turn, one answer; the exit code tells how it went.
import type { Agent, Event, Session } from "@pawl/agent"
import { openAgent } from "../agent/agent.ts"
import { chainOf } from "../agent/models.ts"
import { serversOf } from "../agent/servers.ts"
import { loadSettings, type Settings } from "../config/settings.ts"
import { EXIT } from "../exit-codes.ts"
import { badInput, Failure, report, warn } from "../failure.ts"
import type { Flags, Request } from "../line/parse.ts"
import { closing, openLog } from "../log-file.ts"
import { named } from "../terminal/plain.ts"
import { type AnswerSchema, answerSchema, askAgain } from "./answer-schema.ts"
import { attachedIn } from "./attached.ts"
import { type Input, inputOf, type Prompt, promptWith } from "./attachments.ts"
import { type Attendant, absent, attend } from "./attendant.ts"
import { chooseSession, sessionMeant } from "./choose-session.ts"
import { keptProfileNote } from "./kept-profile.ts"
import { rememberLastSession } from "./last-session.ts"
import { type Output, type OutputFormat, outputFor } from "./output.ts"
import { sayWhenFree } from "./say.ts"
import { sendDetached } from "./send.ts"
import { listenToSignals } from "./signals.ts"
import { type Piped, readStdin } from "./stdin.ts"
import { type FollowedTurn, followTurn } from "./turn.ts"
import { waitForWorker } from "./wait-for-worker.ts"

/** `piped` was read already, when that decided what to do. */
export async function runPrompt({ words, flags }: Request, piped?: Piped): Promise<number> {
  if (words[0] !== undefined) {
    throw new Failure(
      EXIT.usage,
      `"${words[0]}" stands beside the prompt. Put the whole prompt into quotes: pawl -p "...".`,
    )
  }
  const settings = await loadSettings(flags)
  const schema = flags.has("json-schema") ? await answerSchema(flags.get("json-schema") ?? "") : undefined
  const prompt = promptFrom(flags, settings.workspace, piped ?? (await readStdin()))
  if (flags.has("detach")) {
    if (schema !== undefined)
      throw new Failure(EXIT.usage, "--json-schema needs the answer, and --detach does not wait for it.")
    return sendDetached(inputOf(prompt), settings, flags)
  }
  const stopped = new AbortController()
  const who = await attendantFor(settings, () => stopped.abort("nobody answers"))
  await tellUntrusted(settings)
  const meant = sessionMeant(settings, flags)
  const log = await openLog(settings.folders, { command: "prompt" })
  const run = settings.runner === "worker" ? ({ run: "none" } as const) : {}
  const how = { approve: who.approve, log, warn, ...run }
  const opened = await openAgent(settings, how, meant).catch(closing(log))
  let session: Session | undefined
  let isAsked = false
  const signals = listenToSignals({
    cancel: () => (isAsked ? session?.cancel().catch(() => stopped.abort()) : stopped.abort("cancelled")),
    stop: () => stopped.abort("stopped"),
  })
  stopped.signal.addEventListener("abort", () => void opened.close())
  try {
    session = await chooseSession(opened.agent, settings, flags)
    const format = (flags.get("output-format") ?? "text") as OutputFormat // The parser let no other through.
    const output = outputFor(format, {
      session: session.id,
      whole: schema !== undefined,
      thinking: settings.thinking,
      chain: chainOf(settings),
    })
    const row = await session.info()
    const { openRequests, seq } = row
    const note = keptProfileNote(row, opened, settings)
    if (note !== undefined) warn(note)
    const waiting = waitForWorker(session.id)
    const listeners = [
      waiting.hear,
      (event: Event) => output.show(event),
      attend(session, who.attendant, { since: seq, open: openRequests, onTrouble: report }),
      tellUnreadable,
    ]
    const ask = async (input: Input) => {
      const current = session as Session // Chosen above.
      const stream = await sayWhenFree(current, input, stopped.signal)
      isAsked = stream !== undefined
      if (isAsked && settings.runner === "worker") waiting.begin()
      if (isAsked) rememberLastSession(settings, current.id)
      return stream && followTurn(stream, current, listeners)
    }
    return finish(await askFitting(ask, prompt, schema), output)
  } catch (error) {
    if (!stopped.signal.aborted) throw error
    const exit = signals.exit() ?? EXIT.cancelled
    const goOn = isAsked
      ? ` The turn is safe in the log; finish it with pawl resume ${session?.id}.`
      : " Nothing was asked."
    throw new Failure(exit, `Stopped.${goOn}`)
  } finally {
    signals.done()
    const isNew = !flags.has("continue") && !flags.has("resume")
    if (session !== undefined && isNew && !isAsked) await dropIfEmpty(opened.agent, session)
    await opened.close()
    log.close()
  }
}

/** A session in which nothing could be said is of no use to anybody. */
async function dropIfEmpty(agent: Agent, session: Session): Promise<void> {
  try {
    const { turns, metadata } = await session.info()
    if (turns === 0 && metadata.title === null) await agent.sessions.remove(session.id)
  } catch {
    // What kept us from saying something may keep us from this too.
  }
}

interface Asked {
  readonly turn: FollowedTurn
  readonly data?: unknown
  readonly problems?: string
}

async function askFitting(
  ask: (input: Input) => Promise<FollowedTurn | undefined>,
  prompt: Prompt,
  schema: AnswerSchema | undefined,
): Promise<Asked> {
  const first = await answered(ask, inputOf({ ...prompt, text: prompt.text + (schema?.instructions ?? "") }))
  if (schema === undefined || first.exit !== EXIT.done) return { turn: first }
  const read = schema.read(first.result.text)
  if (read.ok) return { turn: first, data: read.data }
  const second = await answered(ask, askAgain(read.problems))
  if (second.exit !== EXIT.done) return { turn: second }
  const again = schema.read(second.result.text)
  return again.ok ? { turn: second, data: again.data } : { turn: second, problems: again.problems }
}

async function answered(ask: (input: Input) => Promise<FollowedTurn | undefined>, input: Input): Promise<FollowedTurn> {
  const turn = await ask(input)
  if (turn === undefined) throw new Failure(EXIT.cancelled, "Stopped before anything was asked.")
  return turn
}

function finish({ turn, data, problems }: Asked, output: Output): number {
  if (problems === undefined) {
    output.end(turn.result, data)
    return turn.failure === undefined ? turn.exit : report(turn.failure)
  }
  const message = `The answer does not fit the JSON Schema, twice: ${problems}. Ask more plainly, or loosen the schema.`
  // Who reads the object must not take it for a success.
  output.end({ ...turn.result, outcome: "failed", error: { code: "schema-mismatch", message } }, undefined)
  return report(new Failure(EXIT.failed, message))
}

function promptFrom(flags: Flags, folder: string, piped: Piped): Prompt {
  const files = flags.get("attach")?.split("\u0000")
  const given = promptWith(flags.get("prompt") ?? "", folder, files)
  const text = [given.text, piped.text].filter((part) => part.trim() !== "").join("\n\n")
  const parts = [...given.parts, ...piped.parts]
  if (text !== "" || parts.length > 0) return { text, parts }
  throw badInput('The prompt is empty. Say something: pawl -p "...", or pipe it in.')
}

/** The model is told so too; but whoever asked may want to ask again. */
function tellUnreadable(event: Event): void {
  if (event.type === "turn-start") for (const line of attachedIn(event.input).unreadable) warn(line)
}

/** Nobody is asked for trust in passing: that is a decision of its own. */
async function tellUntrusted(settings: Settings): Promise<void> {
  const names = (await serversOf(settings)).flatMap(({ name, trusted }) => (trusted ? [] : [named(name)]))
  if (names.length === 0) return
  warn(`MCP servers of this project stay off until you trust them with "pawl mcp trust": ${names.join(", ")}`)
}

/** With a terminal a person is asked, who may `leave`; without one, `ask` means refused. */
export async function attendantFor(
  settings: Settings,
  leave: () => void,
): Promise<{ readonly attendant: Attendant; readonly approve: Settings["approve"] }> {
  const { askOnTerminal, isTerminal } = await import("./ask-on-terminal.ts")
  if (settings.approve !== "deny" && isTerminal()) {
    const { person } = await import("./person.ts")
    return { attendant: person(askOnTerminal(leave, settings.workspace)), approve: settings.approve }
  }
  if (settings.approve === "auto") return { attendant: absent("approved"), approve: "auto" }
  return { attendant: absent("denied"), approve: "deny" }
}
