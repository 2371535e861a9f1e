// The port to a finish check: examines a turn that ended in text, and returns nothing or a
// reason to ask the model again.
import type { EffectClass, ToolOutcome } from "./fact.ts"
import type { JsonObject } from "./json.ts"
import type { Task } from "./tasks.ts"
import type { NeedsContext, TurnAbout } from "./turn-about.ts"

/**
 * Examines a turn that ended in text, and returns nothing or a reason to ask the model again.
 *
 * @example
 * ```ts
 * import { createAgent, type FinishCheck, structureChecks } from "@pawl/agent"
 *
 * const sources: FinishCheck = {
 *   name: "no-source",
 *   check: ({ answer }) =>
 *     answer.includes("http") ? undefined : { kind: "nudge", evidence: "The answer names no source." },
 * }
 * const agent = await createAgent({ model, finish: [...structureChecks, sources] })
 * ```
 */
export interface FinishCheck<Context = unknown> extends NeedsContext<Context> {
  /** Names the check in the log. Lower-case letters and "-". */
  readonly name: string
  /**
   * Must be pure: the same turn always gives the same finding. A replay has no context of the application, so a check that
   * relies on it may find something else there.
   */
  check(turn: AnsweredTurn<Context>): FinishFinding | undefined
  /** Whether the check may nudge once per turn, or once after each successful call. `turn` unless given. */
  readonly once?: "turn" | "call"
}

/** What a finish check found, and what follows from it. */
export interface FinishFinding {
  /** `nudge`: the model is asked again. `ask`: a judge model decides whether the work is finished. */
  readonly kind: "nudge" | "ask"
  /** What was found, for people who read the log. */
  readonly evidence: string
  /** The same for the model; the evidence unless given. It should name nothing that the user named. */
  readonly seen?: string
}

/** A turn whose last answer is text without a call. */
export interface AnsweredTurn<Context = unknown> extends TurnAbout<Context> {
  /** What the user said in this turn, without attachments. */
  readonly said: string
  /** The whole answer, even if it came in pieces. */
  readonly answer: string
  /**
   * The calls of this turn in order, as far as the history shows them. Calls that only change the
   * session's lists are left out.
   */
  readonly calls: readonly AnsweredCall[]
  /** Whether the answered request offered any tools. */
  readonly offersTools: boolean
  /** How many calls of the whole session may have changed something. */
  readonly changesInSession: number
  /** The model's task list, if it keeps one. */
  readonly tasks: readonly Task[]
  /** Tasks that the model set to `in_progress` in this turn. */
  readonly begunTasks: readonly number[]
  /** A call of an offered tool at the end of the answer, written as text. */
  readonly writtenCall?: WrittenAsText
}

/** A call of the turn, and its result. */
export interface AnsweredCall {
  /** The tool's name. */
  readonly name: string
  /** The arguments of the call. */
  readonly arguments: JsonObject
  /** How the call ended. */
  readonly outcome: ToolOutcome
  /** The result, as the model was shown it. */
  readonly result: string
  /** `read` when the call changed nothing. */
  readonly effect: EffectClass
}

/** A call in the text of an answer, in a form that the prompt did not ask for. */
export interface WrittenAsText {
  /** The tool that it names. */
  readonly name: string
  /** The dialect it is written in. */
  readonly form: string
  /** The dialect in which calls are expected. */
  readonly wanted: string
}

/** How an agent checks answers. */
export type Finish<Context = unknown> = "structure" | "model" | false | readonly FinishCheck<Context>[]

/** What a judge says about an answer. */
export type Verdict = "finished" | "unfinished" | "declined" | "needs-user"

/** The verdicts that a judge model may give. */
export const VERDICTS: readonly Verdict[] = ["finished", "unfinished", "declined", "needs-user"]

/**
 * Parses the verdict from a judge's reply: JSON with a `verdict`, or a last line with only the word.
 * Anything else is no verdict.
 */
export function readVerdict(reply: string): Verdict | undefined {
  const [, inJson] = /"verdict"\s*:\s*"([a-z-]+)"/i.exec(reply) ?? []
  const last = reply.trim().split("\n").at(-1) ?? ""
  const word = inJson ?? last.replace(/^[\s"'`*_]+|[\s"'`*_.!]+$/g, "")
  return VERDICTS.find((verdict) => verdict === word.toLowerCase())
}
