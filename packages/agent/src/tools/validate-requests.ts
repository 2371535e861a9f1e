// Validates what a running tool asks for (question, approval, model request). It becomes a fact, and plain JavaScript
// may pass anything. A wrong value is the tool's error and is thrown in the tool's own call.
import { defined } from "../base/defined.ts"
import { isObject } from "../base/is-object.ts"
import type { ChildRequest } from "../contracts/delegation.ts"
import type { Message } from "../contracts/message.ts"
import type { ApprovalRequest, AsideRequest, Question } from "../contracts/toolbox.ts"

type Unread = Readonly<Record<string, unknown>>

export function readQuestion(given: Question): Question {
  const { question, suggestions, otherwise, from } = objectIn(given, 'ask({ question: "..." })')
  if (typeof question !== "string") throw wrong('ask({ question: "..." })', "question", "a text", question)
  if (suggestions !== undefined && !isStrings(suggestions))
    throw wrong("ask", "suggestions", "a list of texts", suggestions)
  if (otherwise !== undefined && typeof otherwise !== "string") throw wrong("ask", "otherwise", "a text", otherwise)
  return {
    question,
    ...defined({ suggestions, otherwise }),
    ...(from !== undefined && { from: readChild(from, "ask") }),
  }
}

const RISKS: ReadonlySet<unknown> = new Set(["changes", "destructive", "unknown"])

/** Copies field by field: the result becomes a request as it is, so it must not carry other fields. */
export function readApprovalRequest(given: ApprovalRequest): ApprovalRequest {
  const what = "askApproval({ name, arguments, preview, risk, from })"
  const { name, preview, risk, from } = objectIn(given, what)
  if (typeof name !== "string") throw wrong(what, "name", "a text", name)
  if (typeof preview !== "string") throw wrong(what, "preview", "a text", preview)
  if (!isObject(given.arguments)) throw wrong(what, "arguments", "an object", given.arguments)
  if (!RISKS.has(risk)) throw wrong(what, "risk", '"changes", "destructive" or "unknown"', risk)
  const { rationale, repairs, expiresAt, base } = given
  if (rationale !== undefined && typeof rationale !== "string") throw wrong(what, "rationale", "a text", rationale)
  if (repairs !== undefined && !isStrings(repairs)) throw wrong(what, "repairs", "a list of texts", repairs)
  return {
    name,
    arguments: given.arguments,
    preview,
    risk: given.risk,
    from: readChild(from, what),
    ...defined({ rationale, repairs }),
    ...(Number.isFinite(expiresAt) && expiresAt !== undefined && { expiresAt }),
    ...(isObject(base) && { base }),
  }
}

export function readAside(given: AsideRequest): AsideRequest {
  const what = "askModel({ system, messages, blobs })"
  const { system, messages } = objectIn(given, what)
  if (typeof system !== "string") throw wrong(what, "system", "a text", system)
  if (!Array.isArray(messages) || !messages.every(isMessage))
    throw wrong(
      what,
      "messages",
      'a list of messages, as in { role: "user", parts: [{ type: "text", text }] }',
      messages,
    )
  return { ...given, blobs: given.blobs instanceof Map ? given.blobs : new Map() }
}

/** Progress output is not stored, so any value is accepted and shown as text. */
export function readOutput(given: unknown): string {
  if (typeof given === "string") return given
  if (given === undefined || given === null) return ""
  try {
    return JSON.stringify(given) ?? String(given)
  } catch {
    return String(given)
  }
}

function readChild(given: unknown, what: string): ChildRequest {
  const { session, call, title } = isObject(given) ? given : {}
  if (typeof session !== "string" || typeof call !== "string")
    throw wrong(what, "from", "an object with a session and a call", given)
  return { session, call, ...(typeof title === "string" && { title }) }
}

function objectIn(given: unknown, what: string): Unread {
  if (isObject(given)) return given
  throw new TypeError(`its context.${what} was called with ${kindOf(given)} instead of an object`)
}

function wrong(what: string, field: string, wanted: string, given: unknown): TypeError {
  return new TypeError(`its context.${what} was called with ${kindOf(given)} as "${field}", which must be ${wanted}`)
}

/** Names only the type: the content may be a secret. */
function kindOf(given: unknown): string {
  if (given === undefined || given === null) return "nothing"
  if (Array.isArray(given)) return "a list"
  return typeof given === "string" ? "a text" : typeof given === "object" ? "an object" : `a ${typeof given}`
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string")
}

function isMessage(value: unknown): value is Message {
  if (!isObject(value)) return false
  if (value.role === "assistant") return typeof value.text === "string" && Array.isArray(value.calls)
  return (value.role === "user" || value.role === "tool") && Array.isArray(value.parts) && value.parts.every(isPart)
}

function isPart(value: unknown): boolean {
  return isObject(value) && (value.type === "blob" || (value.type === "text" && typeof value.text === "string"))
}
