// Where an answer grows by the words of an event, when the event adds nothing else: another event that differs from it only in
// its words lets the answer grow by them in the same place, without a step.
import type { AnswerSoFar, CallSoFar, Thought } from "./answer-so-far.ts"

export interface Growth {
  /** The text of the answer, the text of a thought, or the arguments of a call. */
  readonly kind: "text" | "thought" | "call"
  /** The place of the thought or call in its list. */
  readonly at: number
  readonly words: string
}

/** Undefined for an event that did more, or nothing. Nothing grows after the end of an answer. */
export function growthOf(before: AnswerSoFar, now: AnswerSoFar): Growth | undefined {
  if (now.stop !== undefined || now.done || now.error !== undefined) return undefined
  if (now.usage !== before.usage || now.message !== before.message) return undefined
  const { textDelta, reasoningDelta } = now
  const isCall = now.calls !== before.calls
  const isThought = now.thoughts !== before.thoughts
  if (isCall) return textDelta + reasoningDelta !== "" || isThought ? undefined : callGrowth(before.calls, now.calls)
  if (!isThought)
    return textDelta === "" || reasoningDelta !== "" ? undefined : { kind: "text", at: 0, words: textDelta }
  return textDelta !== "" ? undefined : thoughtGrowth(before.thoughts, now.thoughts, reasoningDelta)
}

function callGrowth(before: readonly CallSoFar[], now: readonly CallSoFar[]): Growth | undefined {
  const at = onlyOther(before, now)
  const old = before[at]
  const next = now[at]
  if (old === undefined || next === undefined || !next.arguments.startsWith(old.arguments)) return undefined
  const isOther = next.name !== old.name || next.id !== old.id || next.index !== old.index || next.extra !== old.extra
  return isOther ? undefined : { kind: "call", at, words: next.arguments.slice(old.arguments.length) }
}

function thoughtGrowth(before: readonly Thought[], now: readonly Thought[], words: string): Growth | undefined {
  const at = onlyOther(before, now)
  const old = before[at]
  const next = now[at]
  if (old === undefined || next === undefined || next.text !== old.text + words) return undefined
  const isOther = next.signature !== old.signature || next.redacted !== old.redacted || next.opaque !== old.opaque
  return isOther || next.index !== old.index ? undefined : { kind: "thought", at, words }
}

/** The place of the only item that is another one; -1 if there is none, or more than one. */
function onlyOther(before: readonly unknown[], now: readonly unknown[]): number {
  if (before.length !== now.length) return -1
  let found = -1
  for (let at = 0; at < now.length; at++) {
    if (now[at] === before[at]) continue
    if (found >= 0) return -1
    found = at
  }
  return found
}

/** What the steps of such events come to. */
export function grown(soFar: AnswerSoFar, { kind, at }: Growth, words: string): AnswerSoFar {
  switch (kind) {
    case "text":
      return { ...soFar, text: soFar.text + words }
    case "thought": {
      const thought = soFar.thoughts[at] as Thought // The last step found it there.
      return { ...soFar, thoughts: soFar.thoughts.with(at, { ...thought, text: thought.text + words }) }
    }
    case "call": {
      const call = soFar.calls[at] as CallSoFar // As above.
      return { ...soFar, calls: soFar.calls.with(at, { ...call, arguments: call.arguments + words }) }
    }
  }
}
