// Follows one turn to its end: passes its events to listeners, and derives the result and the exit code.
import type { Event, Session, TurnResult } from "@pawl/agent"
import { EXIT, exitOfTurn } from "../exit-codes.ts"
import { Failure } from "../failure.ts"
import { redactor } from "../redact.ts"
import { world } from "../world.ts"
import { remainingText } from "./remaining-text.ts"

export interface FollowedTurn {
  readonly result: TurnResult
  readonly exit: number
  /** Set unless the turn completed: one line for the user. */
  readonly failure?: Failure
}

type ModelError = Extract<Event, { type: "model-error" }>["error"]

export async function followTurn(
  events: AsyncIterable<Event>,
  session: Session,
  listeners: readonly ((event: Event) => void)[],
): Promise<FollowedTurn | undefined> {
  let modelError: ModelError | undefined
  const isSilentAt = silence()
  for await (const event of events) {
    for (const listener of listeners) listener(event)
    if (event.type === "model-error") modelError = event.error
    const isSilent = isSilentAt(event)
    if (event.type !== "turn-end") continue
    const { outcome, text, usage, trace = "", suggestions, output } = event
    const error = isSilent && event.error === undefined ? NO_ANSWER : withoutSecrets(event.error)
    const extra = { ...(error !== undefined && { error }), ...(suggestions !== undefined && { suggestions }) }
    const typed = output === undefined ? {} : { output }
    const result: TurnResult = { outcome, text, usage, trace, ...extra, ...typed }
    const exit = exitOfTurn(event, modelError)
    return exit === EXIT.done
      ? { result, exit }
      : { result, exit, failure: failureOf(result, exit, { session: session.id, modelError }) }
  }
  return undefined
}

type TurnError = NonNullable<TurnResult["error"]>

/** For profiles that complete a turn with an empty answer: the outcome stays, and the JSON object has this error. */
const NO_ANSWER: TurnError = {
  code: "empty-answer",
  message: "The model returned no answer. Say it another way, or choose another model.",
}

function withoutSecrets(error: TurnError | undefined): TurnError | undefined {
  return error && { ...error, message: redactor(world().env)(error.message) }
}

/** Whether the turn ends with this event and without an answer: no text, no call, and no closing text. */
function silence(): (event: Event) => boolean {
  const untoldAt = remainingText()
  let isEmpty = false
  return (event) => {
    const untold = untoldAt(event)
    if (event.type === "answer-end") isEmpty = event.text.trim() === ""
    if (event.type === "tool-call" || event.type === "tool-result" || event.type === "tool-error") isEmpty = false
    return event.type === "turn-end" && event.outcome === "completed" && isEmpty && untold === event.text
  }
}

interface Circumstances {
  readonly session: string
  readonly modelError: ModelError | undefined
}

function failureOf({ outcome, error }: TurnResult, exit: number, { session, modelError }: Circumstances): Failure {
  if (outcome === "cancelled") {
    return new Failure(exit, `The turn was cancelled. What it did so far is kept; go on with "pawl -r ${session}".`)
  }
  const what = (error?.message ?? "for an unknown reason").replace(/[.\s]+$/, "")
  // An error that a retry overcame did not cause the failure.
  const cause = modelError?.code === error?.code ? modelError : undefined
  const known = { cause, isTold: what.includes("Check that ") }
  const advice = error?.code === "usage-limit" ? goOnAt(session) : adviceFor(exit, session, known)
  return new Failure(exit, `The turn failed: ${what}. ${advice}`)
}

/** The message says which limit it is, and that it may be raised. */
function goOnAt(session: string): string {
  return `Then: pawl -r ${session} -p "Go on." (--max-cost USD is the limit of the session.)`
}

interface Known {
  readonly cause: ModelError | undefined
  /** The error itself says what to check. */
  readonly isTold: boolean
}

function adviceFor(exit: number, session: string, { cause, isTold }: Known): string {
  if (exit === EXIT.iterationLimit) return `Raise --max-iterations, or go on with: pawl -r ${session} -p "Go on."`
  if (exit === EXIT.auth) return 'Check the key in the environment; "pawl doctor" shows which one is used.'
  if (exit === EXIT.config) return 'Check the model\'s name and settings with "pawl doctor".'
  const passing = ["network", "timeout", "overloaded", "server-error", "rate-limit"].includes(cause?.class ?? "")
  if (passing) {
    const first = isTold ? '"pawl doctor" helps; then' : 'Check that the model can be reached ("pawl doctor"), then'
    return `${first} go on with: pawl -r ${session} -p "Go on."`
  }
  return `See what happened with "pawl sessions show ${session} --facts".`
}
