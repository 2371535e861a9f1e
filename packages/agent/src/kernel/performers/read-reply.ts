// Validates what a model adapter returned. Adapters are third-party code, so a bad reply must not
// crash a run or forge a fact.
import { defined } from "../../base/defined.ts"
import { isObject } from "../../base/is-object.ts"
import { wellFormed, wholeText } from "../../base/well-formed.ts"
import type { Writable } from "../../base/writable.ts"
import type { Answer, AskedCall, Failure, Problem, Reply, Stop } from "../../contracts/answer.ts"
import type { WrittenAsText } from "../../contracts/finish-check.ts"
import type { Reasoning } from "../../contracts/message.ts"
import type { RateLeft, RateNews } from "../../contracts/rates.ts"
import type { Usage } from "../../contracts/usage.ts"
import { readJson } from "./read-json.ts"

export function readReply(given: unknown): Reply {
  if (!isObject(given)) return malformed("it is not an object")
  if (given.kind === "failure") return readFailure(given)
  if (given.kind !== "answer") return malformed('its kind is neither "answer" nor "failure"')
  if (typeof given.text !== "string") return malformed("its text is not a string")
  if (!Array.isArray(given.calls)) return malformed("its calls are not a list")
  const calls: AskedCall[] = []
  for (const each of given.calls) {
    const call = readCall(each)
    if (call === undefined) return malformed("a call has no name, or arguments that are not a JSON object")
    calls.push(call)
  }
  return toAnswer(given, calls)
}

function toAnswer(given: Readonly<Record<string, unknown>>, calls: readonly AskedCall[]): Answer {
  const written = given.written === undefined ? undefined : readWritten(given.written)
  const usage = readUsage(given.usage)
  const rate = given.rate === undefined ? undefined : readRate(given.rate)
  const begun: Omit<Answer, "stop"> = {
    kind: "answer",
    text: wholeText(String(given.text)),
    reasoning: readList(given.reasoning, isReasoning),
    calls,
    problems: readList(given.problems, isProblem),
  }
  const answer = begun as Writable<Answer> // Its stop follows.
  if (written !== undefined) answer.written = written
  answer.stop = STOPS.includes(given.stop as Stop) ? (given.stop as Stop) : "other" // It has just been looked up.
  if (usage !== undefined) answer.usage = usage
  if (rate !== undefined) answer.rate = rate
  return answer
}

/** Takes only what is right. */
function readList<Item>(given: unknown, isRight: (each: unknown) => each is Item): readonly Item[] {
  if (!Array.isArray(given)) return []
  return given.length === 0 ? [] : wellFormed(given.filter(isRight))
}

/** For the limiter, which never stores it. */
function readRate(given: unknown): RateNews | undefined {
  if (!isObject(given)) return undefined
  const [requests, tokens] = [readLeft(given.requests), readLeft(given.tokens)]
  return requests === undefined && tokens === undefined ? undefined : defined({ requests, tokens })
}

function readLeft(given: unknown): RateLeft | undefined {
  if (!isObject(given) || !Number.isFinite(given.remaining) || !Number.isFinite(given.resetMs)) return undefined
  const limit = Number.isFinite(given.limit) ? Number(given.limit) : undefined
  return { remaining: Number(given.remaining), resetMs: Number(given.resetMs), ...defined({ limit }) }
}

function readWritten(given: unknown): WrittenAsText | undefined {
  if (!isObject(given)) return undefined
  const { name, form, wanted } = given
  const isWhole = typeof name === "string" && typeof form === "string" && typeof wanted === "string"
  return isWhole ? wellFormed({ name, form, wanted }) : undefined
}

const STOPS: readonly Stop[] = ["end", "tool-calls", "max-tokens", "refused", "other"]

/** More than an approver reads. */
const MAX_WHY_CHARS = 2000

/** Takes only the known fields. The id is made by Pawl. */
function readCall(given: unknown): AskedCall | undefined {
  if (!isObject(given) || typeof given.name !== "string" || given.name === "") return undefined
  const args = readJson(given.arguments ?? {})
  if (args === undefined) return undefined
  const call: Writable<AskedCall> = { name: wholeText(given.name), arguments: args }
  if (typeof given.unreadable === "string") call.unreadable = wholeText(given.unreadable)
  if (typeof given.rationale === "string") call.rationale = wholeText(given.rationale.slice(0, MAX_WHY_CHARS))
  return call
}

function readFailure(given: Readonly<Record<string, unknown>>): Failure {
  const error = isObject(given.error) ? given.error : {}
  const { class: kind, code, message } = error
  const known = typeof kind === "string" && typeof message === "string"
  if (!known) return malformed("its error has no class or no message")
  return {
    kind: "failure",
    error: wellFormed({ class: kind as Class, code: typeof code === "string" ? code : kind, message }),
    ...(typeof given.text === "string" && { text: wholeText(given.text) }),
    ...defined({ usage: readUsage(given.usage) }),
    ...(typeof given.retryAfterMs === "number" && { retryAfterMs: given.retryAfterMs }),
    ...(given.rate !== undefined && defined({ rate: readRate(given.rate) })),
  }
}

type Class = Failure["error"]["class"]

function readUsage(given: unknown): Usage | undefined {
  if (!isObject(given)) return undefined
  const cacheReadTokens = readCount(given.cacheReadTokens)
  const cacheWriteTokens = readCount(given.cacheWriteTokens)
  const costUsd = readCount(given.costUsd)
  const usage: Writable<Usage> = {
    inputTokens: readCount(given.inputTokens) ?? 0,
    outputTokens: readCount(given.outputTokens) ?? 0,
  }
  if (cacheReadTokens !== undefined) usage.cacheReadTokens = cacheReadTokens
  if (cacheWriteTokens !== undefined) usage.cacheWriteTokens = cacheWriteTokens
  if (costUsd !== undefined) usage.costUsd = costUsd
  if (given.estimated === true) usage.estimated = true
  return usage
}

function readCount(given: unknown): number | undefined {
  return typeof given === "number" && Number.isFinite(given) && given >= 0 ? given : undefined
}

function malformed(why: string): Failure {
  const message = `The model adapter returned something that is no reply: ${why}. Check the adapter.`
  return { kind: "failure", error: { class: "output", code: "reply-malformed", message } }
}

function isReasoning(given: unknown): given is Reasoning {
  return isObject(given) && typeof given.text === "string"
}

function isProblem(given: unknown): given is Problem {
  return isObject(given) && typeof given.code === "string" && typeof given.message === "string"
}
