// Step: bring one tool call to its result.
import { defineStep } from "../define-step.ts"
import { NEEDS, performRunTool } from "../performers/run-tool.ts"

/** The step that runs a call. */
export interface RunTool {
  readonly kind: "run-tool"
  readonly key: string
  readonly call: string
  /** A rule refused the call: this is its result, and nothing runs. */
  readonly refusal?: { readonly code: string; readonly message: string }
}

export function runToolStep(call: string, refusal?: RunTool["refusal"]): RunTool {
  const step: RunTool = { kind: "run-tool", key: `run-tool:${call}`, call }
  return refusal === undefined ? step : { ...step, refusal }
}

export const runTool = defineStep<RunTool>()({ kind: "run-tool", needs: NEEDS, perform: performRunTool })
