// How rules spell their steps: keys are made in one place, so that one piece of work has one key.
import type { Ending, TurnError, TurnOutcome } from "../../contracts/fact.ts"
import type { CallModel, Expire, Finish, Judge, NotePlan, Nudge, RunTool } from "../../contracts/step.ts"
import type { AnswerState, Turn } from "../state/state.ts"

export function callModelStep(
  turn: Turn,
  iteration: number,
  how: Pick<CallModel, "notBefore" | "waitMs" | "chain" | "phase" | "step"> = {},
): CallModel {
  const { notBefore, waitMs, chain } = how
  // Asked again, it is asked for the same thing.
  const { phase, step } = turn.attempt?.iteration === iteration ? turn.attempt : how
  return {
    kind: "call-model",
    key: `call-model:${turn.number}.${iteration}`,
    iteration,
    ...(notBefore !== undefined && { notBefore }),
    ...(waitMs !== undefined && { waitMs }),
    ...(chain !== undefined && chain > 0 && { chain }),
    ...(phase !== undefined && { phase }),
    ...(step !== undefined && { step }),
  }
}

export function notePlanStep({ number }: Turn, what: string, says: NotePlan["says"]): NotePlan {
  return { kind: "note-plan", key: `plan:${number}:${what}`, says }
}

export function runToolStep(call: string, refusal?: RunTool["refusal"]): RunTool {
  return { kind: "run-tool", key: `run-tool:${call}`, call, ...(refusal !== undefined && { refusal }) }
}

/** Under a key of its own: once somebody has settled it after all, it is no longer wanted. */
export function expireStep(call: string, notBefore: number, waitMs?: number): Expire {
  return { kind: "expire", key: `expire:${call}`, call, notBefore, ...(waitMs !== undefined && { waitMs }) }
}

export function judgeStep(attempt: string, evidence: string): Judge {
  return { kind: "judge", key: `judge:${attempt}`, attempt, evidence }
}

export function finishStep(turn: Turn, outcome: TurnOutcome, text: string, error?: TurnError): Finish {
  const key = `finish:${turn.number}`
  return { kind: "finish", key, outcome, text, ...(error !== undefined && { error }) }
}

export interface NudgeWords {
  readonly reason: string
  readonly evidence: string
  readonly text: string
}

export interface NudgeHow {
  /** Shown to one request only. */
  readonly ephemeral?: boolean
  /** The answer is not taken back: what comes next goes on from it. */
  readonly stays?: boolean
}

/** Takes the answer back and asks again. */
export function nudgeStep({ attempt }: AnswerState, words: NudgeWords, how: NudgeHow = {}): Nudge {
  const { ephemeral = false, stays = false } = how
  return { kind: "nudge", key: `nudge:${attempt}`, ephemeral, ...words, ...(!stays && { attempt }) }
}

/** Asks for a last answer without tools. What it says before has no bearing on whether it may be empty. */
export function endingStep(turn: Turn, words: NudgeWords, ends: Ending): Nudge {
  return { kind: "nudge", key: `ending:${turn.number}`, ephemeral: true, ...words, ends }
}

/** Ends a turn that was asked for its last answer: with that, or with our own words when there is none. */
export function endingFinish(turn: Turn, { outcome, error, text }: Ending, answer = ""): Finish {
  const words = [turn.kept, answer.trim() === "" ? text : answer].filter((each) => each.trim() !== "")
  // It begins anew: what was said before stands for itself.
  return finishStep(turn, outcome, words.join("\n\n"), error)
}

/** For a model that is to finish with what it has: nothing may be added to what the results show. */
export const SUMMARY_RULES =
  "Answer now, in text, without tools. Say what was done, by what the results above show, and name what was not done. Do not invent anything: what no result shows did not happen."
