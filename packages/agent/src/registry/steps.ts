// All that a rule may ask to be done next. A key names the work: at most one performer runs a key.
import type { Expire } from "../features/approval/expire.ts"
import type { Compact } from "../features/compaction/compact.ts"
import type { Judge } from "../features/finish/judge.ts"
import type { NotePlan } from "../features/plans/note-plan.ts"
import type { Restore } from "../features/undo/restore.ts"
import type { CallModel } from "../kernel/steps/call-model.ts"
import type { Finish } from "../kernel/steps/finish.ts"
import type { Nudge } from "../kernel/steps/nudge.ts"
import type { Rest } from "../kernel/steps/rest.ts"
import type { RunTool } from "../kernel/steps/run-tool.ts"

export type Step = ActiveStep | Rest

export type ActiveStep = CallModel | RunTool | Expire | Nudge | Judge | Compact | NotePlan | Restore | Finish
