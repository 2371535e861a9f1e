// One short question: does this answer leave work undone? The conversation is not sent, only what the question needs.
import { text } from "../../contracts/content.ts"
import type { Model, ModelRequest } from "../../contracts/model.ts"
import type { Judge } from "../../contracts/step.ts"
import { ABOUT } from "../../state/apply-judgement.ts"
import type { State, Turn } from "../../state/state.ts"
import { judgedOf } from "../judged-of.ts"
import { MAX_ORPHANS, type PerformContext, type Yielded } from "../performer.ts"
import { askAside } from "./ask-aside.ts"

export async function* performJudge(step: Judge, context: PerformContext): AsyncGenerator<Yielded, void, void> {
  const { state, models } = context
  const turn = state.turn as Turn // A rule asked for this step, so there is a turn and an answer.
  const model = models[turn.attempt?.chain ?? 0] ?? (models[0] as Model) // There is at least one.
  const attempt = `${step.attempt}${ABOUT}`
  const isHopeless = turn.judgement?.about === step.attempt && turn.judgement.tries >= MAX_ORPHANS
  if (turn.cancelled || isHopeless) {
    const error = { class: "aborted", code: "cancelled", message: "The question was stopped." } as const
    yield { fact: { type: "model-failed", purpose: "judge", attempt, error, ms: 0 } }
    return
  }
  const sent = questionFor(state, step.evidence)
  yield* askAside({ purpose: "judge", attempt, model, request: requestFor(sent), sent }, context)
}

const SYSTEM =
  'You check the work of an assistant that has tools. Answer with one word: "unfinished" if its answer leaves work undone that it was told to do and could do itself, "finished" if not.'

function requestFor(question: string): ModelRequest {
  return { system: SYSTEM, messages: [{ role: "user", parts: [text(question)] }], tools: [], blobs: new Map() }
}

const LONGEST = 4000

function questionFor(state: State, doubt: string): string {
  const { user, calls, answer } = judgedOf(state, (state.turn?.kept ?? "") + (state.turn?.answer?.text ?? ""))
  const made = calls.map(({ name, isError }) => `${name}${isError ? " (failed)" : ""}`).join(", ") || "none"
  return [
    `Task:\n${user.slice(-LONGEST)}`,
    `Tool calls made: ${made.slice(-LONGEST)}`,
    `Answer:\n${answer.slice(-LONGEST)}`,
    `What raises the doubt: ${doubt}`,
    "Is the work finished or unfinished?",
  ].join("\n\n")
}
