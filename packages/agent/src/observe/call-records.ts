// The records of model calls and tool calls: each combines the fact that began the call and the fact that ended it.
import { defined } from "../base/defined.ts"
import type { Fact } from "../contracts/fact.ts"
import { readVerdict } from "../contracts/finish-check.ts"
import type { ModelAsked } from "../kernel/facts/model-asked.ts"
import type { ToolStarted } from "../kernel/facts/tool-started.ts"
import { redact } from "../secrets/redact.ts"
import { shortArguments } from "./arguments.ts"
import type { Content, Decision, ModelCall, ToolCall } from "./log-record.ts"
import type { Stamped, TurnSoFar } from "./turn-so-far.ts"

/** Returns what was decided before the request: to try again, to ask another model, or to ask the judge. */
export function modelAsked(fact: Stamped<ModelAsked>, open: TurnSoFar): readonly Content[] {
  const before = open.last
  open.asked.set(fact.attempt, fact)
  if (fact.purpose === undefined) {
    open.last = fact
    open.iterations.add(fact.iteration)
  }
  // Only the name of the check: its finding may quote the model.
  if (fact.purpose === "judge") return [decision("judge", { why: fact.why?.split(":")[0], attempt: fact.attempt })]
  if (fact.purpose !== undefined || before === undefined) return []
  // A planner and a router alternate: that is neither a retry nor a switch to the next model.
  if (before.phase !== fact.phase) return []
  if ((before.chain ?? 0) !== (fact.chain ?? 0)) {
    return [decision("next-model", { why: `${before.model} -> ${fact.model}`, attempt: fact.attempt })]
  }
  if (before.iteration !== fact.iteration) return []
  open.retries.add(fact.attempt)
  return [decision("retry", { why: `after ${before.attempt}`, attempt: fact.attempt })]
}

export function modelCall(fact: Extract<Fact, { type: "model-answered" | "model-failed" }>, open: TurnSoFar): Content {
  const asked = open.asked.get(fact.attempt)
  open.asked.delete(fact.attempt)
  const budget = asked?.budget
  open.modelCalls += 1
  if (fact.type === "model-failed") open.failures += 1
  const common = {
    kind: "model-call",
    attempt: fact.attempt,
    model: asked?.model ?? "unknown",
    ...defined({ purpose: fact.purpose }),
    ...(asked?.phase !== undefined && { phase: asked.phase }),
    chain: asked?.chain ?? 0,
    retry: open.retries.has(fact.attempt),
    startedAt: asked?.at ?? fact.at - fact.ms,
    ms: fact.ms,
    ...(budget && { context: { tokens: budget.system + budget.tools + budget.history, window: budget.window } }),
  } as const satisfies Partial<ModelCall>
  const { usage } = fact
  if (fact.type === "model-failed")
    return { ...common, outcome: "error", error: fact.error, ...defined({ usage }), calls: 0, problems: [] }
  const { stop, calls, problems } = fact
  const answer = { calls: calls.length, problems: problems.map(({ code }) => code) }
  const verdict = fact.purpose === "judge" ? { verdict: readVerdict(fact.text) ?? ("none" as const) } : {}
  return { ...common, outcome: "ok", stop, ...verdict, ...(usage && { usage }), ...answer }
}

export function toolCall(fact: Extract<Fact, { type: "tool-finished" }>, open: TurnSoFar): Content {
  const { call, name, outcome, code, cut, ms } = fact
  const started = open.started.get(call)
  const retry = open.failed.has(name)
  remember(open, name, outcome !== "ok", started !== undefined)
  return {
    kind: "tool-call",
    call,
    tool: name,
    ...(started !== undefined && begunAs(started)),
    repairs: started?.repairs.map(redact) ?? [],
    retry,
    granted: started?.granted !== undefined,
    ms,
    outcome,
    ...defined({ code, cut }),
  }
}

function remember(open: TurnSoFar, name: string, isFailed: boolean, wasRun: boolean): void {
  open.failed[isFailed ? "add" : "delete"](name)
  if (wasRun) open.toolRuns += 1
  if (isFailed) open.failures += 1
}

function begunAs(started: Stamped<ToolStarted>): Partial<ToolCall> {
  const { asked, name, effect, again, at } = started
  return {
    startedAt: at,
    ...(asked !== name && { asked }),
    arguments: shortArguments(started.arguments),
    effect,
    ...defined({ again }),
  }
}

export function decision(
  what: string,
  { why, call, tool, attempt, by }: { [Key in keyof Decision]?: Decision[Key] | undefined },
): Content {
  return {
    kind: "decision",
    what,
    ...defined({ why, call, tool, attempt, by }),
  }
}
