// All steps that a rule may return, with their performers.
import { assertNever } from "../contracts/error.ts"
import { type Expire, expire } from "../features/approval/expire.ts"
import { type Compact, compact } from "../features/compaction/compact.ts"
import { type Judge, judge } from "../features/finish/judge.ts"
import { type CheckOutputStep, checkOutput } from "../features/output/check-output.ts"
import { type NotePlan, notePlan } from "../features/plans/note-plan.ts"
import { type Restore, restore } from "../features/undo/restore.ts"
import type { StepDefinition } from "../kernel/define-step.ts"
import { type CallModel, callModel } from "../kernel/steps/call-model.ts"
import { type Finish, finish } from "../kernel/steps/finish.ts"
import { type Nudge, nudge } from "../kernel/steps/nudge.ts"
import type { Rest } from "../kernel/steps/rest.ts"
import { type RunTool, runTool } from "../kernel/steps/run-tool.ts"

/** What is done next. */
export type Step = ActiveStep | Rest

/** The steps that have a performer. */
export type ActiveStep =
  | CallModel
  | RunTool
  | Expire
  | Nudge
  | Judge
  | CheckOutputStep
  | Compact
  | NotePlan
  | Restore
  | Finish

const STEPS: { readonly [Kind in ActiveStep["kind"]]: StepDefinition<Extract<ActiveStep, { kind: Kind }>> } = {
  "call-model": callModel,
  "run-tool": runTool,
  expire,
  nudge,
  judge,
  "check-output": checkOutput,
  compact,
  "note-plan": notePlan,
  restore,
  finish,
}

export function definitionOf(step: ActiveStep): StepDefinition<ActiveStep> {
  // A custom profile may return an unknown step.
  if (!Object.hasOwn(STEPS, step.kind)) return assertNever(step as never)
  return STEPS[step.kind] as StepDefinition<ActiveStep> // The row of its kind, so it accepts this step.
}
