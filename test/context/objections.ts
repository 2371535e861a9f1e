// What must hold for every request, derived from the raw facts without using the code that condenses the history.
import { fullText, plainText } from "../../packages/agent/src/contracts/content.ts"
import type { Fact } from "../../packages/agent/src/contracts/fact.ts"
import type { Message } from "../../packages/agent/src/contracts/message.ts"
import type { ModelAsked } from "../../packages/agent/src/kernel/facts/model-asked.ts"
import { weightsOf } from "../../packages/agent/src/kernel/state/gauge.ts"
import { anthropicObjections, openAiObjections } from "../../packages/agent/src/model/strict/history.ts"
import { toAnthropicMessages } from "../../packages/agent/src/model/wire/anthropic-messages.ts"
import { toOpenAiMessages } from "../../packages/agent/src/model/wire/openai-messages.ts"
import { type Counts, countText } from "../../packages/agent/src/tokens/counts.ts"
import { countMessage, countTools } from "../../packages/agent/src/tokens/message-counts.ts"
import { estimate } from "../../packages/agent/src/tokens/weights.ts"
import type { Seen } from "./stage.ts"

export interface Limits {
  readonly window: number
  /** The limit of a request as it is sent. */
  readonly maxChars?: number | undefined
}

/** `given`: messages for which there was once no room; what is lost stays lost. */
export function objectionsTo(
  seen: Seen,
  { window, maxChars = Number.POSITIVE_INFINITY }: Limits,
  given: Set<string>,
): readonly string[] {
  if (seen.purpose === "summary") return tooLarge(seen, window)
  const shown = shownBy(seen)
  const asked = seen.facts.findLast(
    (fact): fact is ModelAsked & Fact => fact.type === "model-asked" && fact.purpose === undefined,
  )
  const facts = seen.facts.filter((fact) => fact.seq <= (asked?.seen ?? 0))
  return [
    ...tooLarge(seen, window),
    ...tooLong(seen, maxChars),
    ...beyondBudget(asked, window),
    ...openAiObjections(toOpenAiMessages(seen.request)),
    ...anthropicObjections(toAnthropicMessages(seen.request)),
    ...wordsLost(facts, shown, seen, { given, window: asked?.budget?.window ?? window, room: roomOf(asked), maxChars }),
    ...othersLost(facts, shown, seen),
  ]
}

/** Measured on the request as it is sent. */
function tooLarge({ request, state }: Seen, window: number): readonly string[] {
  const weights = weightsOf(state.gauge, "scripted")
  const of = (counts: Counts) => estimate(counts, weights)
  const parts = {
    system: of(countText(request.system)),
    tools: request.tools.length === 0 ? 0 : of(countTools(request.tools)),
    messages: request.messages.reduce((sum, message) => sum + of(countMessage(message)), 0),
  }
  const all = parts.system + parts.tools + parts.messages
  // The estimate of each message is rounded up.
  return all <= window + request.messages.length
    ? []
    : [`${all} tokens in a window of ${window}: ${JSON.stringify(parts)}`]
}

function tooLong({ request }: Seen, most: number): readonly string[] {
  // Fields that are kept beside the message but not sent: the full text of a shortened message, and a person's decision.
  const shown = (name: string, value: unknown) => (name === "whole" || name === "decided" ? undefined : value)
  const { length } = JSON.stringify([request.system, request.messages, request.tools], shown)
  return length <= most ? [] : [`${length} characters, of ${most} that are allowed`]
}

function beyondBudget(asked: ModelAsked | undefined, window: number): readonly string[] {
  if (asked?.budget === undefined) return ["a request without a budget"]
  const { system, tools, history, output, safety, remaining } = asked.budget
  const sum = system + tools + history + output + safety + remaining
  const used = system + tools + history
  return [
    ...(used > window ? [`by its budget ${used} of ${window} tokens`] : []),
    ...(sum === asked.budget.window ? [] : [`the budget adds up to ${sum}, not to ${asked.budget.window}`]),
  ]
}

/** What is left for the history and for further rounds. */
function roomOf(asked: ModelAsked | undefined): number {
  if (asked?.budget === undefined) return 0
  const { window, system, tools, output, safety } = asked.budget
  return window - system - tools - output - safety - Math.min(1500, window / 8)
}

interface Sizes {
  readonly given: Set<string>
  readonly window: number
  readonly room: number
  readonly maxChars: number
}

/** The user's messages are there word for word, or there was no room for all of them and the loss is announced. */
function wordsLost(
  facts: readonly Fact[],
  shown: string,
  seen: Seen,
  { given, window, room, maxChars }: Sizes,
): readonly string[] {
  const weights = weightsOf(seen.state.gauge, "scripted")
  const said = facts.flatMap((fact) =>
    fact.type === "turn-started" || fact.type === "input-added" ? [fullText(fact.input, seen.blobs)] : [],
  )
  const settled = facts.flatMap((fact) =>
    fact.type === "question-answered" ? [fact.answer] : fact.type === "approval-settled" ? [fact.reason ?? ""] : [],
  )
  const theirs = [...said, ...settled].reduce((sum, words) => sum + estimate(countText(words), weights) + 10, 0)
  const { messages } = seen.request
  const open = messages.length - 1 - messages.findLastIndex(({ role }) => role === "assistant")
  // Results that must be there take some room, however short they are.
  const mayLose = theirs > Math.min(window / 4, room * 0.4 - open * 55)
  // A quarter of the characters is also reserved for them, and dense text has about one token for three characters.
  const isLong = theirs > (maxChars / 4) * 0.25 || JSON.stringify(said).length > maxChars / 4.5
  return said.flatMap((words, place) => {
    if (shown.includes(words)) return []
    const what = `message ${place + 1} of ${said.length} (${words.slice(0, 30)}…, ${words.length} characters)`
    if (mayLose || isLong) given.add(words)
    if (!given.has(words)) return [`${what} is gone though all of the user's words have ${theirs} of ${window} tokens`]
    return isAnnounced(words, shown) || /earlier messages of the user/.test(shown)
      ? []
      : [`${what} is gone without a word`]
  })
}

/** The message is there by its number, marked as shortened or left out. */
function isAnnounced(words: string, shown: string): boolean {
  const number = /^#\d+ /.exec(words)?.[0] ?? words
  const at = shown.indexOf(number)
  if (at < 0) return false
  const isNamed = /user's message \d+: "$/.test(shown.slice(0, at))
  return isNamed || shown.slice(at).includes("characters left out") || /left out\]\s*$/.test(shown.slice(0, at))
}

function othersLost(facts: readonly Fact[], shown: string, { request, state }: Seen): readonly string[] {
  const { decisions = [], approvals = [] } = state.digest?.contract ?? {}
  const isCut = (items: readonly string[]) => items.some((item) => item.includes("characters left out"))
  const present = new Set(request.messages.flatMap((each) => (each.role === "tool" ? [each.call] : [])))
  const cutIn = new Set(
    request.messages.flatMap((each) => (each.role === "tool" && /left out/.test(wordsIn(each)) ? [each.call] : [])),
  )
  const flat = shown.replace(/\s+/g, " ")
  const stands = (words: string) => shown.includes(words) || flat.includes(words.replace(/\s+/g, " ").trim())
  return facts.flatMap((fact) => {
    if (fact.type === "question-answered" && !stands(fact.answer)) {
      const isTold =
        cutIn.has(fact.call) || isAnnounced(fact.answer, shown) || isCut(decisions) || /\d+ older decisions/.test(shown)
      return isTold ? [] : [`the answer "${fact.answer.slice(0, 40)}" is gone`]
    }
    if (fact.type === "approval-settled" && fact.decision === "denied" && fact.reason !== undefined) {
      const isTold =
        cutIn.has(fact.call) ||
        stands(fact.reason) ||
        isAnnounced(fact.reason, shown) ||
        isCut(approvals) ||
        /\d+ older approvals/.test(shown)
      return isTold ? [] : [`the denial "${fact.reason.slice(0, 40)}" is gone`]
    }
    if (fact.type === "tool-finished" && fact.outcome === "unknown" && !present.has(fact.call)) {
      const isTold = /outcome is unknown: verify/.test(shown) || /\d+ older effects/.test(shown)
      return isTold ? [] : [`that the outcome of ${fact.name} is unknown is gone`]
    }
    return []
  })
}

function shownBy({ request }: Seen): string {
  const of = (message: Message) =>
    message.role === "assistant"
      ? `${message.text}\n${message.calls.map((call) => JSON.stringify(call.arguments)).join("\n")}`
      : fullText(message.parts, request.blobs)
  return [request.system, ...request.messages.map(of)].join("\n")
}

/** An earlier summary is never lost: its end stands in the next one. */
export function summaryObjections(before: string, after: string): readonly string[] {
  const last = before.trim().split("\n").at(-1)?.slice(-30) ?? ""
  return before.trim() === "" || after.includes(last)
    ? []
    : [`the summary "…${last}" is gone: "${after.slice(0, 200)}"`]
}

function wordsIn(message: Message): string {
  return message.role === "assistant" ? message.text : plainText(message.parts)
}
