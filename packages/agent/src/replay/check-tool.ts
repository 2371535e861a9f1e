// Calls on their way to a result: which are run, which are refused and with which text, which may be restarted after a
// crash. The results of tools are taken from the log.
import { text } from "../contracts/content.ts"
import type { Fact } from "../contracts/fact.ts"
import type { ToolResult } from "../contracts/toolbox.ts"
import { expired, expireStep } from "../features/approval/expire.ts"
import { USAGE_LIMIT } from "../features/limits/rules.ts"
import { NOT_ALLOWED, turnRefusal } from "../features/offer/turn-tools.ts"
import { CHANGED_SINCE, changedSince } from "../features/undo/file-words.ts"
import { refused, withheldTool } from "../kernel/performers/results.ts"
import { settledBefore } from "../kernel/performers/settled-before.ts"
import { spill } from "../kernel/performers/spill.ts"
import { CRASH_LOOP } from "../kernel/rules/fail-crash-loop.ts"
import { REPEATED_CALL } from "../kernel/state/counting.ts"
import { type CallState, isAwaiting, type State, type Turn } from "../kernel/state/state.ts"
import type { Step } from "../registry/steps.ts"
import { checkIntent } from "./check-intent.ts"
import { CLEAN_UP } from "./clean-up.ts"
import { describeFact, describeSteps, isSame, quoted } from "./describe.ts"
import type { Past } from "./past.ts"
import { differs, type Wrong } from "./report.ts"

type FactOf<T extends Fact["type"]> = Extract<Fact, { type: T }>
type Started = FactOf<"tool-started"> | FactOf<"approval-requested"> | FactOf<"question-asked">

/** The call starts, or a person has to be asked before it starts. */
export function checkBegun(fact: Started, past: Past): Wrong {
  const call = callIn(past.now, fact.call)
  if (call === undefined) return notOpen(fact)
  // A running tool may ask anything.
  if (fact.type !== "tool-started" && call.stage === "started") return undefined
  if (!isWanted(fact.call, past)) return differs("rules-changed", describeSteps(past.steps), describeFact(fact))
  if (fact.type !== "tool-started" && call.stage !== "asked" && call.stage !== "settled") return notOpen(fact)
  if (fact.type === "tool-started" && fact.asked !== call.call.name)
    return differs("fact-changed", `asked: ${quoted(call.call.name)}`, `asked: ${quoted(fact.asked)}`)
  const wrong = fact.type === "question-asked" ? undefined : checkIntent(fact, call, past)
  if (wrong !== undefined) return wrong
  let settled: ToolResult | undefined
  for (const { step, state } of past.askedFor(keyOf(fact.call), sinceOf(fact.call, past))) {
    const decided = decidedBy(step, state, fact.call)
    if (decided === undefined || (fact.type === "tool-started" && mayRepeat(fact, state))) return undefined
    settled ??= decided
  }
  const kind = settled?.outcome === "refused" ? "rules-changed" : "log-invalid"
  return differs(
    kind,
    `tool-finished of ${fact.call}: ${settled?.outcome} ${quoted(settled?.content)}`,
    describeFact(fact),
  )
}

/** An effect that must not happen twice is repeated only for a reason that the fact names: verified, or the profile. */
function mayRepeat({ call: id, again }: FactOf<"tool-started">, state: State): boolean {
  const call = callIn(state, id)
  if (call?.stage !== "started" || state.turn?.cancelled === true) return false
  return settledBefore(call, state.turn as Turn)?.code !== CRASH_LOOP && (again === "verified" || again === "profile")
}

export function checkResult(fact: FactOf<"tool-finished">, past: Past): Wrong {
  const call = callIn(past.now, fact.call)
  if (call === undefined) return notOpen(fact)
  if (call.name !== undefined && fact.name !== call.name && call.stage === "started")
    return differs("fact-changed", `name: ${quoted(call.name)}`, `name: ${quoted(fact.name)}`)
  // Its own performer wrote it, or one that found the call open after a crash: the result itself is not checked.
  if (call.stage === "started") return checkCrashLoop(fact, call, past.now)
  if (fact.outcome === "skipped" && fact.code === CLEAN_UP) return undefined
  if (isAwaiting(call) && past.steps.some(({ key }) => key === expireStep(fact.call, 0).key))
    return checkExpired(fact, call)
  // The limits are not in the log, so a call that one of them refused is taken from it.
  if (isFormerRefusal(fact, past) || (fact.outcome === "refused" && fact.code === USAGE_LIMIT)) return undefined
  if (!isWanted(fact.call, past)) return differs("rules-changed", describeSteps(past.steps), describeFact(fact))
  let expected: ToolResult | undefined
  for (const { step, state } of past.askedFor(keyOf(fact.call), sinceOf(fact.call, past))) {
    const decided = decidedBy(step, state, fact.call)
    if (decided === undefined ? isImmediate(fact, past.now) : isResult(fact, decided)) return undefined
    expected ??= decided
  }
  if (expected !== undefined) return differs("rules-changed", resultText(expected), resultText(fact))
  if (fact.outcome === "refused" || fact.outcome === "skipped")
    return differs("rules-changed", describeSteps(past.steps), resultText(fact))
  return differs("log-invalid", `tool-started of ${fact.call} before its result`, describeFact(fact))
}

/** In an older log a repeated call was refused even if something had changed since. */
function isFormerRefusal({ outcome, code }: FactOf<"tool-finished">, { now: { turn } }: Past): boolean {
  return turn?.checks === undefined && outcome === "refused" && code === REPEATED_CALL
}

/** Waits are measured by a clock that never jumps, so the log's times are not checked. */
function checkExpired(fact: FactOf<"tool-finished">, call: CallState): Wrong {
  const wanted = expired(call)
  return isResult(fact, wanted) ? undefined : differs("fact-changed", resultText(wanted), resultText(fact))
}

function checkCrashLoop(fact: FactOf<"tool-finished">, call: CallState, state: State): Wrong {
  if (fact.code !== CRASH_LOOP) return undefined
  const settled = settledBefore(call, state.turn as Turn)
  if (settled?.code === CRASH_LOOP && isResult(fact, settled)) return undefined
  return differs(
    "fact-changed",
    settled === undefined ? "the call to be run again" : resultText(settled),
    resultText(fact),
  )
}

/** What the facts alone decide; undefined if the tool has to decide. */
function decidedBy(step: Step, state: State, id: string): ToolResult | undefined {
  if (step.kind === "run-tool" && step.refusal !== undefined) return refused(step.refusal)
  const call = callIn(state, id)
  return call === undefined ? undefined : settledBefore(call, state.turn as Turn)
}

/** Results that come without the tool's body having run. */
function isImmediate(fact: FactOf<"tool-finished">, { withheld, turn }: State): boolean {
  const { outcome, name, ends, ms, content } = fact
  if (ms !== 0) return false
  if (outcome === "refused" && fact.code === CHANGED_SINCE) return isStale(fact, turn)
  if (outcome === "refused" && fact.code === NOT_ALLOWED) {
    const wanted = turn === undefined ? undefined : turnRefusal(turn, name)
    return wanted !== undefined && isResult(fact, wanted)
  }
  if (outcome === "refused")
    return withheld.some(({ tool }) => tool === name) && isResult(fact, refused(withheldTool(name)))
  if (outcome === "skipped") return turn?.cancelled === true
  return outcome === "ok" ? ends !== undefined && isSame(content, [text(ends.text)]) : outcome !== "unknown"
}

/** The approver had been shown one of these files. */
function isStale(fact: FactOf<"tool-finished">, turn: Turn | undefined): boolean {
  const { base = {}, decision } = turn?.calls.find(({ call }) => call.id === fact.call) ?? {}
  if (decision?.approved !== true) return false
  return Object.keys(base).some((path) => isResult(fact, refused(changedSince(fact.name, path))))
}

function isResult({ outcome, code, content }: FactOf<"tool-finished">, result: ToolResult): boolean {
  return outcome === result.outcome && code === result.code && isSame(content, spill(result.content).content)
}

function resultText({ outcome, code, content }: Pick<ToolResult, "outcome" | "code" | "content">): string {
  return `${outcome}${code === undefined ? "" : ` (${code})`}: ${quoted(content)}`
}

function isWanted(call: string, past: Past): boolean {
  return past.steps.some(({ key }) => key === keyOf(call))
}

function keyOf(call: string): string {
  return `run-tool:${call}`
}

/** From the last fact about the call on: its performer knows at least that much. */
function sinceOf(call: string, past: Past): number {
  const isAbout = (fact: Fact) =>
    "call" in fact ? fact.call === call : fact.type === "model-answered" && fact.calls.some(({ id }) => id === call)
  return past.last(isAbout)
}

function callIn({ turn }: State, id: string): CallState | undefined {
  if (turn === undefined || turn.finished !== undefined) return undefined
  return turn.calls.find(({ call, stage }) => call.id === id && stage !== "finished")
}

function notOpen(fact: Started | FactOf<"tool-finished">): Wrong {
  return differs("log-invalid", `an open call ${fact.call}`, describeFact(fact))
}
