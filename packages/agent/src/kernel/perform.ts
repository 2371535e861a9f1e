// Which performer does which step.
import { assertNever } from "../contracts/error.ts"
import { performExpire } from "../features/approval/expire.ts"
import { performCompact } from "../features/compaction/compact.ts"
import { performJudge } from "../features/finish/judge.ts"
import { performNotePlan } from "../features/plans/note-plan.ts"
import { performRestore } from "../features/undo/restore.ts"
import type { ActiveStep } from "../registry/steps.ts"
import type { PerformContext, Yielded } from "./performer.ts"
import { performCallModel } from "./performers/call-model.ts"
import { performFinish } from "./performers/finish.ts"
import { performNudge } from "./performers/nudge.ts"
import { performRunTool } from "./performers/run-tool.ts"

export function perform(step: ActiveStep, context: PerformContext): AsyncGenerator<Yielded, void, void> {
  switch (step.kind) {
    case "call-model":
      return performCallModel(step, context)
    case "run-tool":
      return performRunTool(step, context)
    case "expire":
      return performExpire(step, context)
    case "nudge":
      return performNudge(step)
    case "judge":
      return performJudge(step, context)
    case "compact":
      return performCompact(step, context)
    case "note-plan":
      return performNotePlan(step)
    case "restore":
      return performRestore(context)
    case "finish":
      return performFinish(step, context)
    default:
      return assertNever(step)
  }
}
