// The purposes of asides.
import type { Purpose } from "../contracts/fact.ts"
import { summaryPurpose } from "../features/compaction/summary-purpose.ts"
import { judgePurpose } from "../features/finish/judge-purpose.ts"
import { samplingPurpose } from "../features/questions/sampling-purpose.ts"
import type { PurposeDefinition } from "../kernel/define-purpose.ts"

export const PURPOSES: Readonly<Record<Purpose, PurposeDefinition>> = {
  judge: judgePurpose,
  summary: summaryPurpose,
  sampling: samplingPurpose,
}
