// Follows one turn to its end: shows its events, has its requests attended to, and says what the process should exit with.
import type { Event, Session, TurnResult } from "@pawl/agent"
import { EXIT, exitOfTurn } from "../exit-codes.ts"
import { Failure } from "../failure.ts"
import { redactor } from "../redact.ts"

export interface EndedTurn extends TurnResult {
  /** What the user might answer. */
  readonly suggestions?: readonly string[]
}

export interface FollowedTurn {
  readonly result: EndedTurn
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
  for await (const event of events) {
    for (const listener of listeners) listener(event)
    if (event.type === "model-error") modelError = event.error
    if (event.type !== "turn-end") continue
    const { outcome, text, usage, error, suggestions } = event
    const extra = { ...(error !== undefined && { error }), ...(suggestions !== undefined && { suggestions }) }
    const result: EndedTurn = { outcome, text, usage, ...extra }
    const exit = exitOfTurn(event, modelError)
    return exit === EXIT.done
      ? { result, exit }
      : { result, exit, failure: failureOf(result, exit, { session: session.id, modelError }) }
  }
  return undefined
}

interface Circumstances {
  readonly session: string
  readonly modelError: ModelError | undefined
}

function failureOf({ outcome, error }: TurnResult, exit: number, { session, modelError }: Circumstances): Failure {
  if (outcome === "cancelled") {
    return new Failure(exit, `The turn was cancelled. What was done is kept; go on with pawl -r ${session}.`)
  }
  const what = redactor(process.env)(error?.message ?? "for an unknown reason").replace(/[.\s]+$/, "")
  return new Failure(exit, `The turn failed: ${what}. ${adviceFor(exit, session, modelError)}`)
}

function adviceFor(exit: number, session: string, modelError: ModelError | undefined): string {
  if (exit === EXIT.iterationLimit) return `Raise --max-iterations, or go on with pawl -r ${session} -p "Go on."`
  if (exit === EXIT.auth) return 'Check the key in the environment; "pawl doctor" says which one is used.'
  if (exit === EXIT.config) return 'Check the model\'s name and settings with "pawl doctor".'
  const passing = ["network", "timeout", "overloaded", "rate-limit"].includes(modelError?.class ?? "")
  if (passing)
    return `Check that the model can be reached ("pawl doctor"), then go on with pawl -r ${session} -p "Go on."`
  return `See what happened with pawl sessions show ${session} --facts.`
}
