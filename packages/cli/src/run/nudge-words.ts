// Explains a nudge to the user: which answer was taken back, and why.
import { short } from "../terminal/plain.ts"

/** Why an answer was taken back, by the reason of the nudge. */
const TAKEN_BACK: Readonly<Record<string, string>> = {
  "written-call": "it ends with a tool call written as text",
  "tasks-in-progress": "a task that it began is still in progress",
  unfinished: "a judge model finds it unfinished",
  unjudged: "it may have stopped short, and the judge model gave no verdict",
  // Reasons in older sessions.
  incomplete: "it leaves work undone",
  deflection: "it hands the work back",
  "unproven-claim": "it claims what no result shows",
  "no-tool-call": "it calls no tool",
  "malformed-call": "its tool call cannot be read",
  empty: "it is empty",
}

/** Nudges that take no answer back. */
const GO_ON: Readonly<Record<string, string>> = {
  "max-tokens": "the answer was cut off at the output limit, and is continued",
  "malformed-call": "a tool call cannot be read; the model is told",
  "forced-summary": "the model says nothing, and is asked to sum up without tools",
  "iteration-limit": "all steps are used; the model is asked to sum up without tools",
  "repeated-call": "the model repeats itself, and is asked to sum up without tools",
}

export interface NudgeLike {
  readonly reason: string
  readonly text: string
}

export function nudgeWords({ reason, text }: NudgeLike, isTakenBack: boolean): string {
  if (isTakenBack) {
    const why = wordsFor(TAKEN_BACK, reason)
    return `the answer was taken back: ${why === undefined ? short(reason) : `${why} (${reason})`}`
  }
  // Its first sentence names the tool.
  if (reason === "tool-breaker") return short(text.replace(/(?<=[.!?])\s[\s\S]*$/, ""))
  return wordsFor(GO_ON, reason) ?? `nudged: ${short(reason)}`
}

function wordsFor(table: Readonly<Record<string, string>>, reason: string): string | undefined {
  return Object.hasOwn(table, reason) ? table[reason] : undefined
}
