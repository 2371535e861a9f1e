// What a model is asked for besides the next answer: purposes beside the conversation, and phases of turns that are carried out in
// phases. A feature adds its row here.
import type { Purpose } from "../contracts/fact.ts"
import type { Phase } from "../contracts/plan.ts"
import { summaryPurpose } from "../features/compaction/summary-purpose.ts"
import { judgePurpose } from "../features/finish/judge-purpose.ts"
import { PLAN_PHASES } from "../features/plans/phases.ts"
import { samplingPurpose } from "../features/questions/sampling-purpose.ts"
import { NO_PHASE, type PhaseDefinition, type PurposeDefinition } from "../kernel/define-purpose.ts"

export const PURPOSES: Readonly<Record<Purpose, PurposeDefinition>> = {
  judge: judgePurpose,
  summary: summaryPurpose,
  sampling: samplingPurpose,
}

export function phaseNamed(phase: Phase | undefined): PhaseDefinition {
  return phase === undefined ? NO_PHASE : PLAN_PHASES[phase]
}
