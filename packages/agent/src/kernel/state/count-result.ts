// What the result of a call counts for: the counters that rules compare with their limits.
import { failureKind } from "../../base/taxonomy.ts"
import { plainText } from "../../contracts/content.ts"
import { isOwnChange } from "../../registry/state.ts"
import type { ToolFinished } from "../facts/tool-finished.ts"
import {
  again,
  againWithheld,
  countOf,
  digestOf,
  oneMore,
  REPEATED_CALL,
  signatureOf,
  WITHHELD_TOOL,
  withCall,
} from "./counting.ts"
import { type CallState, type Counters, noCounters, type State, type Turn } from "./state.ts"

export interface Counted {
  readonly counters: Counters
  readonly toolFailures: Failures
  /** Something in the world may have changed. */
  readonly isChange: boolean
}

/** Failures of each tool since it last worked. */
type Failures = State["toolFailures"]

/** Outcomes that count as a change because the effect may have happened. */
const CHANGING: ReadonlySet<string> = new Set(["ok", "unknown", "timeout"])
const FAILED_OUTCOMES: ReadonlySet<string> = new Set(["error", "timeout"])

export function countResult(toolFailures: Failures, turn: Turn, call: CallState, fact: ToolFinished): Counted {
  const { counters: before } = turn
  // A pending call has no effect on the counters yet.
  if (fact.pending === true) return { counters: before, toolFailures, isChange: false }
  const { effect = "read" } = call
  const mayChange = effect !== "read" && CHANGING.has(fact.outcome)
  // A changed list may be read again by the model; nothing in the world has changed.
  const isChange = mayChange && !isOwnChange(fact)
  const counters = mayChange ? { ...before, changes: before.changes + 1 } : before
  // After a cancellation, whatever the tool reports is not its fault.
  if (turn.cancelled) return { counters, toolFailures, isChange }
  if (FAILED_OUTCOMES.has(fact.outcome)) return { ...countFailure(counters, toolFailures, fact), isChange }
  if (!isSuccess(fact)) return { counters: countRefusal(counters, fact), toolFailures, isChange }
  return {
    counters: countSuccess(counters, before.changes, call, fact),
    toolFailures: withoutTool(toolFailures, call.name ?? call.call.name),
    isChange,
  }
}

function isSuccess({ outcome, code }: ToolFinished): boolean {
  return outcome === "ok" && code !== REPEATED_CALL && code !== WITHHELD_TOOL
}

function countFailure(counters: Counters, toolFailures: Failures, { name, code, content }: ToolFinished) {
  const key = `${name}: ${code ?? "failed"}: ${plainText(content).slice(0, 200)}`
  const sameError = again(counters.sameError, key)
  // No tool failed, but the model repeated the same mistake.
  if (code !== undefined && failureKind(code).isCallers === true)
    return { counters: { ...counters, sameError }, toolFailures }
  return {
    counters: { ...counters, toolFailures: oneMore(counters.toolFailures, name), sameError },
    toolFailures: oneMore(toolFailures, name),
  }
}

/** The call was not run, or nobody knows. */
function countRefusal(counters: Counters, { name, outcome, code }: ToolFinished): Counters {
  if (outcome === "unknown" || outcome === "denied") return { ...counters, delicate: counters.delicate + 1 }
  if (code === REPEATED_CALL) return { ...counters, refusedRepeats: counters.refusedRepeats + 1 }
  if (code === WITHHELD_TOOL) return { ...counters, sameError: againWithheld(counters.sameError, name) }
  return counters
}

/** A successful call resets the failure counters. */
function countSuccess(counters: Counters, before: number, { call }: CallState, { content }: ToolFinished): Counters {
  const { changes } = counters
  const made = { signature: signatureOf(call), result: digestOf(content), before, changes }
  const { sameError, refusedRepeats, nudgesSinceCall } = noCounters
  return { ...counters, recent: withCall(counters.recent, made), sameError, refusedRepeats, nudgesSinceCall }
}

function withoutTool(failures: Failures, tool: string): Failures {
  if (countOf(failures, tool) === 0) return failures
  const { [tool]: _works, ...others } = failures
  return others
}
