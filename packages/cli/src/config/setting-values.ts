// Raw settings -> typed settings, each checked. Mistakes are reported in the order of this file.
import type { AgentOptions, Limits, Prices, RateTable } from "@pawl/agent"
import type { ChosenProfile } from "../profiles/chosen.ts"
import {
  checkedAmount,
  checkedApprove,
  checkedCount,
  checkedDatabase,
  checkedDialect,
  checkedFinish,
  checkedInterruptedTools,
  checkedOffer,
  checkedPriority,
  checkedRunner,
  checkedSwitch,
  checkedThinking,
  checkedTools,
  listOf,
  textOf,
} from "./check-values.ts"
import type { GivenSettings, KeyName } from "./keys.ts"
import { isTree } from "./read-file.ts"
import type { Settings } from "./settings.ts"

export type ResultLimits = NonNullable<AgentOptions["resultLimits"]>

/** Which models are asked, how, and when an answer ends the turn. */
export function turnValues({ value }: GivenSettings, profile: ChosenProfile) {
  return {
    model: textOf(value("model")),
    fallbacks: listOf(value("fallbacks") ?? []),
    profile,
    dialect: checkedDialect(value("dialect")),
    approve: checkedApprove(String(value("approve"))),
    // Only files can set it, and the schema has checked them.
    approvalModes: value("approvalModes") as Settings["approvalModes"],
    priority: checkedPriority(value("priority")),
    approvalTimeout: checkedCount(value("approvalTimeout"), "--approval-timeout (or PAWL_APPROVAL_TIMEOUT)", 0),
    maxIterations: checkedCount(value("maxIterations"), "--max-iterations (or PAWL_MAX_ITERATIONS)"),
    attempts: checkedCount(value("attempts"), "--attempts (or PAWL_ATTEMPTS)"),
    // Only files can set it, and the schema has checked them.
    rates: value("rates") as RateTable | undefined,
    interruptedTools: checkedInterruptedTools(value("interruptedTools")),
    finish: checkedFinish(value("finish")),
    judge: textOf(value("judge")),
  }
}

/** Which tools are offered, and how much of their results is shown. */
export function toolValues({ value }: GivenSettings) {
  return {
    tools: checkedTools(value("tools")),
    limits: limitsFrom(value("limits"), value("maxCost")),
    // Only files can set it, and the schema has checked them.
    prices: value("prices") as Prices | undefined,
    offer: checkedOffer(value("offer")),
    // Only files can set it, and the schema has checked them.
    resultLimits: value("resultLimits") as ResultLimits | undefined,
    embedder: textOf(value("embedder")),
  }
}

/** Only files can set limits, and the schema has checked them. `--max-cost` is one of them in short. */
function limitsFrom(value: unknown, maxCost: unknown): Limits {
  const limits = value as Limits
  const costUsd = checkedAmount(maxCost, "--max-cost (or PAWL_MAX_COST)")
  return costUsd === undefined ? limits : { ...limits, session: { ...limits.session, costUsd } }
}

/** Planning, delegation, and the model's own lists and questions. */
export function helpValues(given: GivenSettings) {
  return {
    orchestrate: plannerFrom(given),
    delegation: delegationFrom(given.value("delegation")),
    tasks: switchFrom(given, "tasks", "PAWL_TASKS"),
    notes: switchFrom(given, "notes", "PAWL_NOTES"),
    questions: switchFrom(given, "questions", "PAWL_QUESTIONS"),
  }
}

/** The instructions, and the size of the window. */
export function promptValues({ value }: GivenSettings) {
  return {
    window: checkedCount(value("window"), "--window (or PAWL_WINDOW)", 1000),
    instructions: textOf(value("instructions")),
  }
}

/** How a turn is shown, which process runs it, and where it is kept. */
export function runValues({ value }: GivenSettings) {
  return {
    thinking: checkedThinking(String(value("thinking"))),
    runner: checkedRunner(String(value("runner"))),
    database: checkedDatabase(value("database")),
  }
}

function switchFrom({ value }: GivenSettings, key: KeyName, name: string): boolean | undefined {
  return value(key) === undefined ? undefined : checkedSwitch(value(key), `${key} (or ${name})`)
}

/** Setting `planner` or `router` turns planning on, unless `orchestrate` is off. */
function plannerFrom({ value }: GivenSettings): Settings["orchestrate"] {
  const [planner, router] = [textOf(value("planner")), textOf(value("router"))]
  const wanted = value("orchestrate") ?? (planner !== undefined || router !== undefined)
  if (!checkedSwitch(wanted, "--orchestrate (or PAWL_ORCHESTRATE)")) return undefined
  return { ...(planner !== undefined && { planner }), ...(router !== undefined && { router }) }
}

/** Only files can set limits, and the schema has checked them. */
function delegationFrom(value: unknown): Settings["delegation"] {
  return isTree(value) ? value : checkedSwitch(value, "--delegate (or PAWL_DELEGATION)")
}
