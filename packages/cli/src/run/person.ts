// Asks a person at a terminal for approvals and for answers to questions.
import { setImmediate } from "node:timers/promises"
import { type Decision, type Grant, grantLike, isPawlError, type JsonObject, type Session } from "@pawl/agent"
import type { Settings } from "../config/settings.ts"
import { oneLine } from "../failure.ts"
import { folded } from "../folded.ts"
import { grantText } from "../permissions/permissions.ts"
import { plain } from "../terminal/plain.ts"
import type { Style } from "../terminal/style.ts"
import { escaped, visibleJson } from "../terminal/visible.ts"
import { approvalText, brokenLine, wholeText, whoText } from "./approval-text.ts"
import { type ApprovalEvent, type Attendant, numberOf, type QuestionEvent } from "./attendant.ts"
import { editedDiff } from "./call-diff.ts"
import { type Choice, choicesOf, type Offer, promptOf } from "./choices.ts"
import { editArguments, isHuge } from "./edit-arguments.ts"
import { chosenSuggestion, suggestionLines } from "./suggestions.ts"

export interface AskHow {
  /** The person can edit it. */
  readonly prefill?: string
  readonly signal: AbortSignal
  /** Answers that a terminal may offer as a key each; others read a line. */
  readonly choices?: readonly Choice[]
  /** Rows about the choices, for terminals that take them away with the question. */
  readonly hints?: readonly string[]
  /** Other words than these are an answer, too. */
  readonly isFree?: boolean
  /** Escape leaves it without an answer, where there is such a key. */
  readonly canLeave?: boolean
}

export interface Asker {
  readonly style: Style
  /** The current width of the terminal, if known. */
  columns?(): number | undefined
  /** The next line, or undefined when no answer will come. */
  ask(prompt: string, how: AskHow): Promise<string | undefined>
  tell(line: string): void
  /** The text as the person's own editor left it; undefined where there is none, or where it failed. */
  edit?(text: string): Promise<string | undefined>
  /** Questions show their hints; other terminals are told them before. */
  readonly showsHints?: boolean
  /** Runs a line that is a command, and returns whether it was one. `isSure`: only existing commands count. */
  obey?(line: string, how: { readonly isSure: boolean }): Promise<boolean>
  /** The workspace: base of relative paths. */
  readonly root?: string
  /** The tools work in the folder of a server, which knows what calls like this one are. */
  readonly isRemote?: boolean
}

export function placeOfTools({ workspace, server }: Settings): Pick<Asker, "root" | "isRemote"> {
  return server === undefined ? { root: workspace } : { isRemote: true }
}

export function person(asker: Asker): Attendant {
  const asking = new Map<string, AbortController>()
  // One question at a time, in order.
  let queue: Promise<unknown> = Promise.resolve()

  function inTurn(call: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const stop = new AbortController()
    asking.set(call, stop)
    const done = queue.then(() => (stop.signal.aborted ? undefined : work(stop.signal)))
    queue = done.catch(() => {}).finally(() => asking.get(call) === stop && asking.delete(call))
    return done
  }

  return {
    approval: (session, event) =>
      inTurn(event.call, async (signal) => {
        tellWhat(asker, event)
        let decision = await decide(asker, event, signal)
        while (decision !== undefined && !signal.aborted && !(await isTaken(asker, session, event, decision)))
          decision = await decide(asker, event, signal)
      }),
    question: (session, event) => inTurn(event.call, (signal) => answer(asker, session, event, signal)),
    settled: (call) => asking.get(call)?.abort("settled"),
    over() {
      for (const stop of asking.values()) stop.abort("over")
    },
  }
}

/** Prints the tool's preview first and the call last, so that the call stays on the screen however long the preview is. */
function tellWhat(asker: Asker, event: ApprovalEvent, edited = false): void {
  const { bold, dim, yellow } = asker.style
  const { above, who, call, notes } = approvalText(event, asker.columns?.())
  for (const row of above) asker.tell(diffTinted(row, asker.style))
  const ask = `Allow ${bold(call)}?${riskText(event.risk)}${expiryText(event)}`
  asker.tell(`${yellow("?")} ${who}${ask}`)
  for (const line of notes) asker.tell(dim(line))
  for (const line of repairLines(event)) tellRows(asker, line)
  if (asker.showsHints !== true) for (const row of offerRows(event, asker, edited)) asker.tell(dim(row))
}

function offerRows(event: ApprovalEvent, asker: Asker, edited: boolean): readonly string[] {
  if (edited) return []
  return offerLines(offerFor(event, asker), asker).flatMap((line) => brokenLine(line, asker.columns?.()))
}

/** Rows of a difference in its colours. */
function diffTinted(row: string, { green, red }: Style): string {
  const paint = row.startsWith("  | +") ? green : row.startsWith("  | -") ? red : undefined
  return paint?.(row) ?? row
}

/** Prints untrusted text in rows that the terminal does not wrap. */
function tellRows(asker: Asker, line: string, paint = (row: string) => row): void {
  for (const row of brokenLine(line, asker.columns?.())) asker.tell(paint(row))
}

/** Prints in slices, so that other work can run between them. */
async function tellMany(asker: Asker, rows: Iterable<string>, signal: AbortSignal): Promise<void> {
  let printed = 0
  for (const row of rows) {
    asker.tell(row)
    if (++printed % SLICE === 0) await setImmediate()
    if (signal.aborted) return
  }
}

const SLICE = 500
const MAX_REPAIRS = 5

function repairLines({ repairs = [] }: ApprovalEvent): readonly string[] {
  const lines = repairs.slice(0, MAX_REPAIRS).map((repair) => `  ${fitted(repair)}`)
  const left = repairs.length - lines.length
  return left > 0 ? [...lines, `  \u2026 and ${left} more repairs like these`] : lines
}

/** Untrusted text on one short line, so that the question stays visible. */
function fitted(text: string): string {
  return folded(text, 300, { as: "text" }).text
}

/** False when the session refuses the decision: then nothing is decided. */
async function isTaken(asker: Asker, session: Session, event: ApprovalEvent, decision: Decision): Promise<boolean> {
  try {
    const { decision: word, ...options } = decision
    await session.decide(event, word === "approved" ? "approve" : "deny", options)
  } catch (error) {
    if (!isPawlError(error, "input-invalid")) throw error
    tellRows(asker, `  ${fitted(oneLine(error))}`)
    return false
  }
  if (decision.grant !== undefined) tellGrant(asker, decision.grant)
  return true
}

/** `edited`: the arguments of the event are the person's own, so no wider grant is offered for them. */
async function decide(
  asker: Asker,
  event: ApprovalEvent,
  signal: AbortSignal,
  edited = false,
): Promise<Decision | undefined> {
  const offer = edited ? {} : offerFor(event, asker)
  for (;;) {
    // Depends on the width of the terminal, which may change.
    const { isFolded } = approvalText(event, asker.columns?.())
    const keys = choicesOf(offer, isFolded)
    const hints = offerRows(event, asker, edited)
    const line = await asker.ask(`  ${promptOf(keys)}: `, { signal, choices: keys, hints })
    if (line === undefined) return undefined
    const [, word = "", rest = ""] = /^\s*(\S*)\s*([\s\S]*?)\s*$/.exec(line) ?? []
    const choice = word.toLowerCase().replace(/[,.:;]+$/, "")
    if (isWord(choice, "yes") && rest === "")
      return { decision: "approved", ...(edited && { arguments: event.arguments }) }
    const scope = isWord(choice, "session") ? "session" : isWord(choice, "always") ? "always" : undefined
    const grant = scope === undefined || rest !== "" ? undefined : offer[scope]
    if (grant !== undefined) return { decision: "approved", grant }
    if (isWord(choice, "no")) return { decision: "denied", ...(rest !== "" && { reason: rest }) }
    if (isWord(choice, "edit") && rest === "") {
      const changed = await editArguments(asker, event, signal)
      if (changed !== undefined) return decideEdited(asker, event, changed, signal)
    } else if (isWord(choice, "why") && rest === "") {
      for (const line of explain(event)) tellRows(asker, line)
      tellWhat(asker, event, edited)
    } else if (isFolded && isWord(choice, "view") && rest === "") {
      await tellMany(asker, wholeText(event, asker.columns?.()), signal)
      tellWhat(asker, event, edited)
    } else if (scope !== undefined && rest === "")
      asker.tell("  Calls like this one need an approval each time. Answer yes or no.")
    else if (line.trim() === "" || (await asker.obey?.(line, { isSure: false })) === true) continue
    // Words that are no answer may be a typo: they become no message by themselves.
    else asker.tell('  That is no answer, and was not sent. Answer yes or no; what follows "no" is told to the model.')
  }
}

/** What the edited call does is shown before it runs. */
function decideEdited(
  asker: Asker,
  event: ApprovalEvent,
  changed: JsonObject,
  signal: AbortSignal,
): Promise<Decision | undefined> {
  const diff = editedDiff(event.name, event.arguments, changed)
  const preview = ["Edited by you:", ...diff].join("\n")
  const { repairs: _, ...rest } = event
  const now: ApprovalEvent = { ...rest, arguments: changed, preview }
  tellWhat(asker, now, true)
  return decide(asker, now, signal, true)
}

/** No wider grant is offered for calls that may destroy something, or that no grant would cover. */
function offerFor(event: ApprovalEvent, { root, isRemote }: Asker): Offer {
  const like = (scope: Grant["scope"]) =>
    isRemote !== true
      ? grantLike(event, scope, root)
      : event.risk === "destructive"
        ? undefined
        : scopeOnly(event, scope)
  const [session, always] = [like("session"), like("always")]
  return { ...(session && { session }), ...(always && { always }) }
}

/** Only the scope of it counts. */
function scopeOnly({ name }: ApprovalEvent, scope: Grant["scope"]): Grant {
  return { tool: name, scope }
}

/** What exactly a wider grant would allow. */
function offerLines({ session, always }: Offer, asker: Asker): readonly string[] {
  const texts = { session: session && grantWords(session, asker), always: always && grantWords(always, asker) }
  if (texts.session !== undefined && texts.session === texts.always)
    return [`  session or always would allow ${texts.session}`]
  return Object.entries(texts).flatMap(([scope, text]) =>
    text === undefined ? [] : [`  ${scope} would allow ${text}`],
  )
}

function grantWords(grant: Grant, { isRemote }: Asker): string {
  return isRemote === true ? "calls like this one on the server" : folded(grantText(grant), 300).text
}

function tellGrant(asker: Asker, grant: Grant): void {
  const undo = `"pawl permissions revoke${asker.isRemote === true ? " --server URL" : ""}" undoes it`
  const where = grant.scope === "session" ? "in this session" : `in all sessions (${undo})`
  tellRows(asker, `  Not asked again ${where}: ${grantWords(grant, asker)}.`)
}

function isWord(given: string, word: string): boolean {
  return given === word || given === word.charAt(0)
}

function riskText(risk: ApprovalEvent["risk"]): string {
  if (risk === "destructive") return " It may destroy something."
  return risk === "unknown" ? " The tool does not declare its effects." : ""
}

function expiryText({ expiresAt }: ApprovalEvent | QuestionEvent): string {
  return expiresAt === undefined ? "" : ` (until ${new Date(expiresAt).toLocaleTimeString()})`
}

function explain({ name, arguments: given, risk, rationale }: ApprovalEvent): readonly string[] {
  const lines = isHuge({ arguments: given })
    ? ["{\u2026} too long to show here; type v to see all"]
    : visibleJson(JSON.stringify(given, undefined, 2)).split("\n")
  const why = `The model asked for ${escaped(name)} (risk: ${risk}) with these arguments; nothing has happened yet:`
  const reason = rationale === undefined ? "It gave no reason." : `Its reason: ${escaped(rationale)}`
  return [`  ${why}`, ...lines.map((line) => `    ${line}`), `  ${reason}`]
}

async function answer(asker: Asker, session: Session, event: QuestionEvent, signal: AbortSignal): Promise<void> {
  const { bold, yellow } = asker.style
  const [first = "", ...more] = plain(event.question).trimEnd().split("\n")
  // A question may have several lines or fill rows, and none of them may look like a line of Pawl's.
  const [head = "", ...rows] = brokenLine(`? ${whoText(event)}${first}${expiryText(event)}`, asker.columns?.())
  asker.tell(`${yellow("?")}${bold(head.slice(1))}`)
  for (const row of rows) asker.tell(bold(row))
  for (const line of more) tellRows(asker, `  | ${line}`, bold)
  for (const line of suggestionLines(event.suggestions)) tellRows(asker, line)
  const prompt = event.suggestions.length > 0 ? "  a number, or your own words: " : "  your answer: "
  const choices = event.suggestions.map((text, index) => ({
    key: `${index + 1}`,
    label: oneRow(text),
    line: `${index + 1}`,
  }))
  const how: AskHow = { signal, choices, isFree: true }
  let line = await asker.ask(prompt, how)
  // A path is an answer, although it begins like a command.
  while (line !== undefined && (line.trim() === "" || (await asker.obey?.(line, { isSure: true })) === true))
    line = await asker.ask(prompt, how)
  if (line === undefined || signal.aborted) return
  await session.answer(event.call, chosenSuggestion(line, event.suggestions) ?? line, { question: numberOf(event) })
}

function oneRow(text: string): string {
  return folded(text, 60, { as: "text" }).text
}
