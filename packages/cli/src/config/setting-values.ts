// Settings as they were said -> as they are meant: each is checked, and says so when it cannot be. The order is that in which
// mistakes are told.
import type { AgentOptions, SessionLimits } from "@pawl/agent"
import type { ChosenProfile } from "../profiles/chosen.ts"
import {
  checkedApprove,
  checkedCount,
  checkedDialect,
  checkedFinish,
  checkedInterruptedTools,
  checkedRunner,
  checkedSwitch,
  checkedThinking,
  checkedToolChoice,
  checkedTools,
  listOf,
  textOf,
} from "./check-values.ts"
import type { KeyName, Told } from "./keys.ts"
import { isTree } from "./read-file.ts"
import type { Settings } from "./settings.ts"

export type ResultLimits = NonNullable<AgentOptions["resultLimits"]>

/** Who is asked, how, and when an answer stands. */
export function turnValues({ value }: Told, profile: ChosenProfile) {
  return {
    model: textOf(value("model")),
    fallbacks: listOf(value("fallbacks") ?? []),
    profile,
    dialect: checkedDialect(value("dialect")),
    approve: checkedApprove(String(value("approve"))),
    approvalTimeout: checkedCount(value("approvalTimeout"), "--approval-timeout (or PAWL_APPROVAL_TIMEOUT)", 0),
    maxIterations: checkedCount(value("maxIterations"), "--max-iterations (or PAWL_MAX_ITERATIONS)"),
    interruptedTools: checkedInterruptedTools(value("interruptedTools")),
    finish: checkedFinish(value("finish")),
    judge: textOf(value("judge")),
  }
}

/** Which tools, and how much of what they return. */
export function toolValues({ value }: Told) {
  return {
    tools: checkedTools(value("tools")),
    // A file is the only place for them, and the schema has checked it.
    limits: value("limits") as SessionLimits,
    toolChoice: checkedToolChoice(value("toolChoice")),
    // Only files say it, and the schema has checked them.
    resultLimits: value("resultLimits") as ResultLimits | undefined,
    embedder: textOf(value("embedder")),
  }
}

/** Who else works on it, and what the model has for that. */
export function helpValues(told: Told) {
  return {
    orchestrate: orchestraFrom(told),
    delegation: delegationFrom(told.value("delegation")),
    tasks: switchFrom(told, "tasks", "PAWL_TASKS"),
    notes: switchFrom(told, "notes", "PAWL_NOTES"),
    questions: switchFrom(told, "questions", "PAWL_QUESTIONS"),
  }
}

/** What the model is told beside the conversation, and how much it takes. */
export function promptValues({ value }: Told) {
  return {
    window: checkedCount(value("window"), "--window (or PAWL_WINDOW)", 1000),
    instructions: textOf(value("instructions")),
  }
}

/** How it is shown, and who runs it. */
export function runValues({ value }: Told) {
  return {
    thinking: checkedThinking(String(value("thinking"))),
    runner: checkedRunner(String(value("runner"))),
  }
}

function switchFrom({ value }: Told, key: KeyName, name: string): boolean | undefined {
  return value(key) === undefined ? undefined : checkedSwitch(value(key), `${key} (or ${name})`)
}

/** Whoever names a planner or a router wants them to plan, unless they say no. */
function orchestraFrom({ value }: Told): Settings["orchestrate"] {
  const [planner, router] = [textOf(value("planner")), textOf(value("router"))]
  const wanted = value("orchestrate") ?? (planner !== undefined || router !== undefined)
  if (!checkedSwitch(wanted, "--orchestrate (or PAWL_ORCHESTRATE)")) return undefined
  return { ...(planner !== undefined && { planner }), ...(router !== undefined && { router }) }
}

/** Limits are for files, where the schema has checked them. */
function delegationFrom(value: unknown): Settings["delegation"] {
  return isTree(value) ? value : checkedSwitch(value, "--delegate (or PAWL_DELEGATION)")
}
