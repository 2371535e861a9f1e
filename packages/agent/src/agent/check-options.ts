// Validates the options of `createAgent`.
import { isObject } from "../base/is-object.ts"
import { APPROVAL_MODES } from "../contracts/command.ts"
import { PawlError } from "../contracts/error.ts"
import { PRIORITIES } from "../contracts/queue.ts"
import { finishProblem } from "../features/finish/checks.ts"
import { toolChoiceProblem } from "../features/offer/tool-choice.ts"
import { readOffer } from "../features/offer/tool-offer.ts"
import { retryProblems } from "../kernel/rules/retry-schedule.ts"
import { priceProblems } from "../model/price-problems.ts"
import { rateProblems } from "../model/rates/rate-table.ts"
import { limitProblems } from "../session/limits.ts"
import { resultLimitProblems, toolProblems } from "../tools/definition-problems.ts"
import { onlyToolsProblem } from "../tools/only-tools.ts"
import { nestedProblems } from "./nested-options.ts"
import { optionKindProblems } from "./option-kinds.ts"
import { unknownOptions } from "./option-names.ts"
import type { AgentOptions } from "./options.ts"
import {
  chainProblem,
  embedderProblem,
  hostProblem,
  modelProblem,
  modelsProblem,
  storeProblem,
} from "./part-problems.ts"
import { checkPlanningOptions } from "./planner-wiring.ts"

/** Checks what types cannot express, and calls from plain JavaScript. */
export function checkOptions(options: AgentOptions): void {
  if (typeof options !== "object" || options === null) throw new PawlError("config-invalid", NO_OPTIONS)
  // First, because the checks of what is in an option take it for what it should be.
  refuse(optionKindProblems(options))
  const { run, approve, approvals, concurrency, window, offer, finish, profile, interruptedTools } = options
  const finishing = finish === undefined ? undefined : finishProblem(finish)
  const problems = [
    ...unknownOptions(options),
    ...nestedProblems(options),
    ...partProblems(options),
    ...(run === undefined || ["opened", "all", "none"].includes(run) ? [] : ['run: "opened", "all" or "none"']),
    ...(approve === undefined || typeof approve === "function" || ["ask", "auto", "deny"].includes(approve)
      ? []
      : ['approve: "ask", "auto" or "deny", or a function that returns one of them']),
    ...modeProblems(options),
    ...contextProblems(options),
    ...([undefined, "unknown", "re-run"].includes(interruptedTools) ? [] : ['interruptedTools: "unknown" or "re-run"']),
    ...((approvals?.timeoutMs ?? 1) > 0 ? [] : ["approvals.timeoutMs: more than 0, or null"]),
    ...(window === undefined || window >= 1000 ? [] : ["window: at least 1000 tokens"]),
    ...(typeof offer !== "string" || readOffer(offer) !== undefined
      ? []
      : ['offer: "all", "prefilter", "prefilter:10" or "categories"']),
    ...[toolChoiceProblem(options.toolChoice)].filter((each) => each !== undefined),
    ...(finishing === undefined ? [] : [finishing]),
    ...(finish === undefined || finish === false || profile !== "xml-tools"
      ? []
      : ["finish: leave it out, because in the profile xml-tools only a tool ends a turn"]),
    ...(concurrency === undefined || concurrency >= 1 ? [] : ["concurrency: at least 1"]),
    ...(options.priority === undefined || PRIORITIES.includes(options.priority)
      ? []
      : ['priority: "low", "normal" or "high"']),
    ...retryProblems("retries", options.retries),
    ...rateProblems(options.rates, givenNames(options)),
    ...(options.retries === undefined || typeof profile !== "object"
      ? []
      : ["retries: a profile that you made has its own; pass a function (options) => profile, or leave retries out"]),
    ...(isCount(options.maxIterations) ? [] : ["maxIterations: a whole number of at least 1"]),
    ...limitProblems(options.limits),
    ...priceProblems(options.prices, givenNames(options)),
    ...toolProblems(options.tools),
    ...resultLimitProblems(options.resultLimits),
    ...[onlyToolsProblem(options.onlyTools)].filter((each) => each !== undefined),
  ]
  refuse(problems)
  checkPlanningOptions(options)
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0)
    throw new PawlError("config-invalid", `createAgent got invalid options. Correct these: ${problems.join("; ")}.`)
}

function modeProblems({ approvalModes }: AgentOptions): readonly string[] {
  if (approvalModes === undefined || (Array.isArray(approvalModes) && approvalModes.every(isMode))) return []
  return ['approvalModes: a list of "ask", "edits", "plan" and "auto"']
}

function isMode(mode: unknown): boolean {
  return APPROVAL_MODES.some((each) => each === mode)
}

function contextProblems({ contextOf, storeContext, permits, permitsModel }: AgentOptions): readonly string[] {
  return [
    ...(permits === undefined || typeof permits === "function"
      ? []
      : ["permits: a function; write permits: ({ owner, tool }) => ..."]),
    ...(permitsModel === undefined || typeof permitsModel === "function"
      ? []
      : ["permitsModel: a function; write permitsModel: ({ owner, model }) => ..."]),
    ...(contextOf === undefined || typeof contextOf === "function"
      ? []
      : ["contextOf: a function; write contextOf: async ({ id, owner, turn }) => ..."]),
    ...(storeContext === undefined || typeof storeContext === "boolean" ? [] : ["storeContext: true or false"]),
  ]
}

function isCount(given: number | undefined): boolean {
  return given === undefined || given === Number.POSITIVE_INFINITY || (Number.isInteger(given) && given >= 1)
}

/** The models, the store and the embedder: what may come from another library. */
function partProblems({ model, models, store, host, toolSearch, judge, orchestrate }: AgentOptions): readonly string[] {
  const { planner, router } = typeof orchestrate === "object" ? orchestrate : {}
  const beside = Object.entries({ judge, "orchestrate.planner": planner, "orchestrate.router": router })
  return [
    chainProblem(model),
    modelsProblem(models),
    storeProblem(store),
    hostProblem(host),
    embedderProblem(toolSearch?.embedder),
    ...beside.map(([where, each]) => (each === undefined ? undefined : modelProblem(where, each))),
  ].filter((each) => each !== undefined)
}

/** The names of all models. One that a program made itself has any name. */
function givenNames({ model, models, judge, orchestrate, delegation }: AgentOptions): readonly string[] {
  const { planner, router } = typeof orchestrate === "object" ? orchestrate : {}
  const kinds = typeof delegation === "object" ? Object.values(delegation.kinds ?? {}) : []
  const all = [model, models, judge, planner, router, kinds.map((kind) => kind.model)].flat()
  return all.map((each) => (typeof each === "string" ? each : isObject(each) ? String(each.name) : ""))
}

const NO_OPTIONS = 'createAgent needs an object with a model. Write createAgent({ model: "ollama:qwen3:8b" }).'
