// Validates the options of `createAgent`.
import { PawlError } from "../contracts/error.ts"
import type { Model } from "../contracts/model.ts"
import { finishProblem } from "../features/finish/checks.ts"
import { readToolChoice } from "../features/tool-choice/tool-choice.ts"
import { limitProblems } from "../session/limits.ts"
import { resultLimitProblems, toolProblems } from "../tools/definition-problems.ts"
import { onlyToolsProblem } from "../tools/only-tools.ts"
import type { AgentOptions } from "./options.ts"
import { checkPlanningOptions } from "./planner-wiring.ts"

/** Checks what types cannot express, and calls from plain JavaScript. */
export function checkOptions(options: AgentOptions): void {
  const {
    model,
    models,
    run,
    approve,
    approvals,
    concurrency,
    window,
    toolChoice,
    finish,
    judge,
    profile,
    interruptedTools,
  } = options
  const finishing = finish === undefined ? undefined : finishProblem(finish)
  const chain: readonly unknown[] = Array.isArray(model) ? model : [model]
  const isModel = chain.length > 0 && chain.every(looksLikeModel)
  const problems = [
    ...(isModel ? [] : ['model: pass a model, or "provider:name"']),
    ...(models === undefined || (Array.isArray(models) && models.every(looksLikeModel))
      ? []
      : ['models: a list of models, or of "provider:name"']),
    ...(run === undefined || ["opened", "all", "none"].includes(run) ? [] : ['run: "opened", "all" or "none"']),
    ...(approve === undefined || ["ask", "auto", "deny"].includes(approve) ? [] : ['approve: "ask", "auto" or "deny"']),
    ...([undefined, "unknown", "re-run"].includes(interruptedTools) ? [] : ['interruptedTools: "unknown" or "re-run"']),
    ...((approvals?.timeoutMs ?? 1) > 0 ? [] : ["approvals.timeoutMs: more than 0, or null"]),
    ...(window === undefined || window >= 1000 ? [] : ["window: at least 1000 tokens"]),
    ...(typeof toolChoice !== "string" || readToolChoice(toolChoice) !== undefined
      ? []
      : ['toolChoice: "all", "prefilter", "prefilter:10" or "categories"']),
    ...(finishing === undefined ? [] : [finishing]),
    ...(finish === undefined || finish === false || profile !== "xml-tools"
      ? []
      : ["finish: leave it out, because in the profile xml-tools only a tool ends a turn"]),
    ...(judge === undefined || looksLikeModel(judge) ? [] : ['judge: pass a model, or "provider:name"']),
    ...(concurrency === undefined || concurrency >= 1 ? [] : ["concurrency: at least 1"]),
    ...limitProblems(options),
    ...toolProblems(options.tools),
    ...resultLimitProblems(options.resultLimits),
    ...[onlyToolsProblem(options.onlyTools)].filter((each) => each !== undefined),
  ]
  if (problems.length > 0)
    throw new PawlError("config-invalid", `createAgent got invalid options. Correct these: ${problems.join("; ")}.`)
  checkPlanningOptions(options)
}

function looksLikeModel(model: unknown): boolean {
  if (typeof model === "string") return true
  const { name, ask } = (model ?? {}) as Partial<Model>
  // The name is part of the fact of every request.
  return typeof name === "string" && typeof ask === "function"
}
