// The port to a finish check: looks at a turn that ended in text, and says nothing, or why the model should be asked again.
import type { EffectClass, ToolOutcome } from "./fact.ts"
import type { JsonObject } from "./json.ts"
import type { Task } from "./tasks.ts"

/**
 * Looks at a turn that ended in text, and says nothing, or why the model should be asked again.
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
export interface FinishCheck {
  /** Names the check in the log. Small letters and "-". */
  readonly name: string
  /** Pure: the same turn gives the same finding, whoever looks and whenever. */
  check(turn: AnsweredTurn): FinishFinding | undefined
  /** A check nudges once a turn, or once after each call that worked. `turn` unless given. */
  readonly once?: "turn" | "call"
}

/** What a finish check found, and what is to follow. */
export interface FinishFinding {
  /** `nudge`: the model is asked again. `ask`: a judge model says whether the work is finished. */
  readonly kind: "nudge" | "ask"
  /** What was found, for people who read the log. */
  readonly evidence: string
  /** The same as the model is told it; the evidence unless given. It should name nothing that the user named. */
  readonly seen?: string
}

/** A turn whose last answer is text without a call. */
export interface AnsweredTurn {
  /** What the user said in this turn, without what they attached. */
  readonly said: string
  /** The whole answer, also when it came in pieces. */
  readonly answer: string
  /** The calls of this turn in order, as far as the history shows them. Calls that only keep Pawl's own lists are left out. */
  readonly calls: readonly AnsweredCall[]
  /** Whether the request that was answered offered any tools. */
  readonly offersTools: boolean
  /** How many calls of the whole session may have changed something. */
  readonly changesInSession: number
  /** The model's own task list, where it keeps one. */
  readonly tasks: readonly Task[]
  /** Tasks that the model set to `in_progress` in this turn. */
  readonly begunTasks: readonly number[]
  /** A call of an offered tool that the answer ends with, written as text. */
  readonly writtenCall?: WrittenAsText
}

/** A call of the turn, and what came of it. */
export interface AnsweredCall {
  /** The tool's name. */
  readonly name: string
  /** What the tool was given. */
  readonly arguments: JsonObject
  /** How the call ended. */
  readonly outcome: ToolOutcome
  /** What the call returned, as the model was shown it. */
  readonly result: string
  /** `read` when the call changed nothing. */
  readonly effect: EffectClass
}

/** A call that stands in the text of an answer, in a form that nobody was told to use. */
export interface WrittenAsText {
  /** The tool that it names. */
  readonly name: string
  /** The dialect it is written in. */
  readonly form: string
  /** The dialect that calls are read in. */
  readonly wanted: string
}

/** How an agent holds answers against what happened. */
export type Finish = "structure" | "model" | false | readonly FinishCheck[]

/** What a judge model may say of an answer. */
export const VERDICTS = ["finished", "unfinished", "declined", "needs-user"] as const
export type Verdict = (typeof VERDICTS)[number]

/** The verdict in a judge's reply: JSON with a `verdict`, or a last line that is the word alone. Anything else is none. */
export function readVerdict(reply: string): Verdict | undefined {
  const [, inJson] = /"verdict"\s*:\s*"([a-z-]+)"/i.exec(reply) ?? []
  const last = reply.trim().split("\n").at(-1) ?? ""
  const word = inJson ?? last.replace(/^[\s"'`*_]+|[\s"'`*_.!]+$/g, "")
  return VERDICTS.find((verdict) => verdict === word.toLowerCase())
}
