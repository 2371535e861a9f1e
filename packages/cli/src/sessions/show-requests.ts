// `pawl show --requests`: the request of each model call, rebuilt from the stored sections and the log, without secrets.
import { type Fact, type Message, profiles, type SessionRow, type Store } from "@pawl/agent"
import { type RecordedRequest, recordedRequests } from "@pawl/agent/replay"
import { badInput, wrongUsage } from "../failure.ts"
import type { Flags } from "../line/parse.ts"
import { cleaner, redactor } from "../redact.ts"
import { callText, partsText } from "../run/notes.ts"
import { named, plain, short } from "../terminal/plain.ts"
import { out } from "../terminal/screen.ts"
import { bold, dim, yellow } from "../terminal/style.ts"
import { world } from "../world.ts"
import { when } from "./list-sessions.ts"

interface RequestsHow {
  readonly store: Store
  readonly flags: Flags
}

export async function showRequests(row: SessionRow, facts: readonly Fact[], how: RequestsHow): Promise<number> {
  const isJson = how.flags.has("json")
  for await (const text of requestTexts(row, facts, how)) {
    if (isJson) out.jsonText(text)
    else out.write(text)
  }
  return 0
}

/** One text for each call, brief unless the user names one call. */
export async function* requestTexts(
  row: Pick<SessionRow, "id" | "profile">,
  facts: readonly Fact[],
  { store, flags }: RequestsHow,
): AsyncGenerator<string, void, void> {
  const wanted = callFrom(flags.get("call"))
  // Redact every text in the request: a key pasted into a prompt must not end up in a bug report.
  const clean = cleaner(redactor(world().env))
  const make = Object.hasOwn(profiles, row.profile) ? profiles[row.profile] : undefined
  const place = make?.().context.place ?? "message"
  let shown = 0
  for await (const request of recordedRequests(facts, { blobs: store.blobs, place })) {
    if (wanted !== undefined && request.call !== wanted) continue
    shown += 1
    const safe = clean(request)
    if (flags.has("json")) yield `${JSON.stringify(safe)}\n`
    else yield wanted === undefined ? briefOf(safe) : wholeOf(safe)
  }
  if (shown > 0) return
  if (wanted === undefined) yield "No model was asked in this session.\n"
  else
    throw badInput(
      `There is no model call ${wanted} in session ${row.id}. "pawl show ${row.id} --requests" lists them.`,
    )
}

function callFrom(given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const call = Number(given)
  if (Number.isInteger(call) && call > 0) return call
  throw wrongUsage(`--call cannot be "${given}". Give the number of a model call, from 1.`)
}

function headOf({ call, asked, reply }: RecordedRequest): string {
  const what = asked.purpose ?? asked.phase
  const about = what === undefined ? "" : `, ${what}${asked.step === undefined ? "" : ` of step ${asked.step.number}`}`
  const title = bold(`Call ${call}: ${named(asked.model)}, attempt ${asked.attempt}${about}`)
  return `${title} ${dim(`fact ${asked.seq}, ${when(asked.at)}, ${outcomeOf(reply)}`)}\n`
}

function outcomeOf(reply: RecordedRequest["reply"]): string {
  if (reply === undefined) return "no reply in the log"
  return reply.type === "model-answered" ? `answered in ${reply.ms} ms` : `failed: ${short(reply.error.message)}`
}

function briefOf(request: RecordedRequest): string {
  const sections = request.sections.map(({ name, hash, text }) =>
    text === undefined
      ? yellow(`  ${named(name)}: ${missing(hash)}\n`)
      : `  ${named(name).padEnd(9)} ${dim(`${text.length} characters`)}\n`,
  )
  const lines = request.messages.map(
    (message) => `  ${named(nameOf(message)).padEnd(9)} ${short(textOf(message), 100)}\n`,
  )
  return `${headOf(request)}${sections.join("")}${lines.join("")}\n`
}

function wholeOf(request: RecordedRequest): string {
  const sections = request.sections
    // The messages contain these, where they were sent.
    .filter(({ name }) => name !== "turn" && name !== "route")
    .map(
      ({ name, hash, text }) =>
        `${bold(`[${named(name)}]`)}\n${text === undefined ? yellow(missing(hash)) : plain(name === "tools" ? oneALine(text) : text)}\n\n`,
    )
  const messages = request.messages.map(
    (message) => `${bold(`[${named(nameOf(message))}]`)}\n${plain(textOf(message))}\n\n`,
  )
  return `${headOf(request)}\n${sections.join("")}${messages.join("")}`
}

/** A list of tools is long: print one tool a line. */
function oneALine(json: string): string {
  try {
    return (JSON.parse(json) as readonly unknown[]).map((tool) => JSON.stringify(tool)).join("\n")
  } catch {
    return json
  }
}

function missing(hash: string): string {
  return `this content (blob ${hash}) is no longer in the store`
}

function nameOf(message: Message): string {
  if (message.role === "tool") return `tool ${message.name}`
  return message.role === "user" && message.from !== undefined ? message.from : message.role
}

function textOf(message: Message): string {
  if (message.role !== "assistant") return partsText(message.parts)
  return [message.text, ...message.calls.map((call) => `-> ${callText(call.name, call.arguments)}`)]
    .filter((line) => line !== "")
    .join("\n")
}
