// Serves the requests of a tool's body while it runs: each request and its end are facts. The question is durable
// before a subscriber sees it, and the answer is durable before the tool gets it.

import type { Soon } from "../../base/at-hand.ts"
import { defined } from "../../base/defined.ts"
import type { Fact } from "../../contracts/fact.ts"
import type { StopSignal } from "../../contracts/stop-signal.ts"
import type { PortsOf } from "../../kernel/define-step.ts"
import type { Yielded } from "../../kernel/performer.ts"
import { ASIDE_NEEDS, askAside } from "../../kernel/performers/ask-aside.ts"
import { withGrace } from "../../kernel/performers/with-grace.ts"
import type { Turn } from "../../kernel/state/state.ts"
import type { ApprovalSettled } from "../approval/facts/approval-settled.ts"
import type { QuestionAnswered } from "./facts/question-answered.ts"
import type { ApprovalAsked, ModelRequest, PersonRequest, ToolRequests } from "./tool-requests.ts"

export const REQUEST_NEEDS = [...ASIDE_NEEDS, "models", "next", "drainInbox", "answerWithinMs"] as const

type Ports = PortsOf<typeof REQUEST_NEEDS>

/** A call whose body runs. */
interface Asking {
  readonly call: string
  readonly requests: () => ToolRequests
}

/** The body's value, or undefined when it was stopped and did not end in time. */
export async function* serveRequests<Value>(
  running: Soon<Value>,
  asking: Asking,
  context: Ports,
): AsyncGenerator<Yielded, Value | undefined, void> {
  const { call } = asking
  const requests = asking.requests()
  const value = withGrace(running, context.signal, context.clock)
  const over = overWith(value)
  for (let asked = 1; ; asked += 1) {
    const next = await Promise.race([over, requests.next()])
    if (next.kind === "over") return next.value
    if (next.kind === "person") yield* askPerson(call, next, over, context)
    else if (next.kind === "approval") yield* askApproval(call, next, over, context)
    else yield* sample(`${call}.sample.${asked}`, next, context)
  }
}

function overWith<Value>(value: Soon<Value>): Promise<{ readonly kind: "over"; readonly value: Value }> {
  return new Promise<Value>((resolve) => resolve(value)).then((end) => ({ kind: "over", value: end }))
}

async function* askPerson(
  call: string,
  { question: asked, signal, settle, fail }: PersonRequest,
  over: Promise<unknown>,
  { next, clock, answerWithinMs, drainInbox }: Ports,
): AsyncGenerator<Yielded, void, void> {
  const { question, suggestions = [], otherwise, from } = asked
  const expiresAt = answerWithinMs === undefined ? undefined : clock.now() + answerWithinMs
  let answer: string | undefined
  const answered = next(
    (fact): fact is QuestionAnswered & Fact => fact.type === "question-answered" && fact.call === call,
  )
  const settled = answered.then((fact) => {
    answer = fact.answer
    settle(fact.answer)
  })
  const words = { question, suggestions, ...defined({ otherwise }), ...(from && { from }) }
  yield { fact: { type: "question-asked", call, ...words, ...defined({ expiresAt }) } }
  let cancelTimer = () => {}
  const late = new Promise<"timeout">((resolve) => {
    if (answerWithinMs !== undefined) cancelTimer = clock.after(answerWithinMs, () => resolve("timeout"))
  })
  const end = await Promise.race([settled, over.then(() => "over" as const), late, givenUp(signal)])
  cancelTimer()
  if (end !== "timeout" && end !== "not-needed") return
  // An answer that was accepted in time wins.
  await drainInbox()
  if (answer !== undefined) return
  yield { fact: { type: "question-withdrawn", call, why: end }, afterCommands: true }
  fail(new Error("nobody answered in time"))
}

/** Has no time limit here: the child decides how long it waits, and withdraws the request. */
async function* askApproval(
  call: string,
  { request, signal, settle, fail }: ApprovalAsked,
  over: Promise<unknown>,
  { next, drainInbox }: Ports,
): AsyncGenerator<Yielded, void, void> {
  let isSettled = false
  const settled = next(
    (fact): fact is ApprovalSettled & Fact => fact.type === "approval-settled" && fact.call === call,
  ).then(({ decision, arguments: edited, reason, grant, by }) => {
    isSettled = true
    const more = { ...defined({ reason }), ...(grant && { grant }), ...defined({ by }) }
    settle({ decision, ...(edited && { arguments: edited }), ...more })
  })
  yield { fact: { type: "approval-requested", call, ...request } }
  const end = await Promise.race([settled, over.then(() => "over" as const), givenUp(signal)])
  if (end !== "not-needed") return
  // A decision that was accepted in time wins.
  await drainInbox()
  if (isSettled) return
  yield { fact: { type: "question-withdrawn", call, why: end }, afterCommands: true }
  fail(new Error("the child no longer wants to know"))
}

async function* sample(
  attempt: string,
  { request, signal, settle }: ModelRequest,
  context: Ports,
): AsyncGenerator<Yielded, void, void> {
  const { state, models } = context
  const { attempt: last } = state.turn as Turn // There is a call, so there is a turn.
  const model = models[last?.chain ?? 0] ?? models[0]
  if (model === undefined) return
  const { blobs: _named, ...sent } = request
  const reply = yield* askAside(
    { purpose: "sampling", attempt, model, request: { ...request, tools: [] }, sent: JSON.stringify(sent) },
    { ...context, signal },
  )
  settle({ reply, model: model.name })
}

/** Resolves when the tool that asked no longer needs an answer. */
function givenUp(signal: StopSignal): Promise<"not-needed"> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve("not-needed")
    signal.addEventListener("abort", () => resolve("not-needed"))
  })
}
