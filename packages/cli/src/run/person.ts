// A person at a terminal, asked in words: may this tool run, and what is the answer to this question?
import type { Decision, JsonObject, Session } from "@pawl/agent"
import { grantLike, grantText } from "../permissions.ts"
import { plain } from "../plain.ts"
import type { Style } from "../style.ts"
import { type ApprovalEvent, type Attendant, numberOf, type QuestionEvent } from "./attendant.ts"
import { chosenSuggestion, suggestionLines } from "./suggestions.ts"

export interface Asker {
  readonly style: Style
  /** The next line, or undefined when nobody will answer any more. `prefill` may be edited. */
  ask(prompt: string, how: { readonly prefill?: string; readonly signal: AbortSignal }): Promise<string | undefined>
  tell(line: string): void
  /** A line that was no answer, if it can be kept for later. */
  keep(line: string): boolean
}

const CHOICES = "[y]es, [n]o (you may add a reason), [s]ession, [a]lways, [e]dit, [w]hy"
const ONCE = "[y]es, [n]o (you may add a reason), [e]dit, [w]hy"

export function person(asker: Asker): Attendant {
  const asking = new Map<string, AbortController>()
  // One question at a time, in the order they came.
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
        const decision = await decide(asker, event, signal)
        if (decision !== undefined && !signal.aborted) await session.approve(event.call, decision)
      }),
    question: (session, event) => inTurn(event.call, (signal) => answer(asker, session, event, signal)),
    settled: (call) => asking.get(call)?.abort("settled"),
    over() {
      for (const stop of asking.values()) stop.abort("over")
    },
  }
}

async function decide(asker: Asker, event: ApprovalEvent, signal: AbortSignal): Promise<Decision | undefined> {
  const { bold, yellow } = asker.style
  const ask = `Allow ${bold(plain(event.preview))}?${riskText(event.risk)}${expiryText(event)}`
  asker.tell(`${yellow("?")} ${whoText(event)}${ask}`)
  for (const repair of event.repairs ?? []) asker.tell(`  ${plain(repair)}`)
  const isOnce = event.risk === "destructive"
  for (;;) {
    const line = await asker.ask(`  ${isOnce ? ONCE : CHOICES}: `, { signal })
    if (line === undefined) return undefined
    const [, word = "", rest = ""] = /^\s*(\S*)\s*([\s\S]*?)\s*$/.exec(line) ?? []
    const choice = word.toLowerCase().replace(/[,.:;]+$/, "")
    if (isWord(choice, "yes") && rest === "") return { decision: "approved" }
    const scope =
      isOnce || rest !== ""
        ? undefined
        : isWord(choice, "session")
          ? "session"
          : isWord(choice, "always")
            ? "always"
            : undefined
    if (scope !== undefined) return granted(asker, event, scope)
    if (isWord(choice, "no")) return { decision: "denied", ...(rest !== "" && { reason: rest }) }
    if (isWord(choice, "edit") && rest === "") {
      const edited = await edit(asker, event, signal)
      if (edited !== undefined) return { decision: "approved", arguments: edited }
    } else if (isWord(choice, "why") && rest === "") asker.tell(explain(event))
    else if (line.trim() !== "" && asker.keep(line))
      asker.tell("  That is no answer to this question: it is kept as your next message.")
  }
}

function granted(asker: Asker, { name, arguments: given }: ApprovalEvent, scope: "session" | "always"): Decision {
  const grant = grantLike(name, given, scope)
  const where = scope === "session" ? "in this session" : 'in all sessions ("pawl permissions" takes it back)'
  asker.tell(`  Not asked again ${where}: ${plain(grantText(grant))}.`)
  return { decision: "approved", grant }
}

function isWord(given: string, word: string): boolean {
  return given === word || given === word.charAt(0)
}

async function edit(asker: Asker, event: ApprovalEvent, signal: AbortSignal): Promise<JsonObject | undefined> {
  const line = await asker.ask("  arguments: ", { prefill: JSON.stringify(event.arguments), signal })
  if (line === undefined || line.trim() === "") return undefined
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonObject // Parsed from JSON.
  } catch {
    // Said below, like JSON that is no object.
  }
  asker.tell("  That is not a JSON object; nothing was changed.")
  return undefined
}

function riskText(risk: ApprovalEvent["risk"]): string {
  if (risk === "destructive") return " It may destroy something."
  return risk === "unknown" ? " Nobody declared what it does." : ""
}

/** A sub-agent is named: what it was told to do is not what the conversation is about. */
function whoText({ from }: ApprovalEvent | QuestionEvent): string {
  return from === undefined ? "" : `[sub-agent ${plain(from.title ?? from.session)}] `
}

function expiryText({ expiresAt }: ApprovalEvent | QuestionEvent): string {
  return expiresAt === undefined ? "" : ` (until ${new Date(expiresAt).toLocaleTimeString()})`
}

function explain({ name, arguments: given, risk, rationale }: ApprovalEvent): string {
  const lines = JSON.stringify(given, undefined, 2).split("\n")
  const why = `The model asked for ${plain(name)} (risk: ${risk}) with these arguments; nothing has happened yet:`
  const reason = rationale === undefined ? "It gave no reason." : `Its reason: ${plain(rationale)}`
  return [`  ${why}`, ...lines.map((line) => `    ${plain(line)}`), `  ${reason}`].join("\n")
}

async function answer(asker: Asker, session: Session, event: QuestionEvent, signal: AbortSignal): Promise<void> {
  const { bold, yellow } = asker.style
  asker.tell(`${yellow("?")} ${whoText(event)}${bold(plain(event.question))}${expiryText(event)}`)
  for (const line of suggestionLines(event.suggestions)) asker.tell(line)
  let line: string | undefined = ""
  while (line?.trim() === "") {
    line = await asker.ask(event.suggestions.length > 0 ? "  a number, or your own words: " : "  your answer: ", {
      signal,
    })
  }
  if (line === undefined || signal.aborted) return
  await session.answer(event.call, chosenSuggestion(line, event.suggestions) ?? line, { question: numberOf(event) })
}
