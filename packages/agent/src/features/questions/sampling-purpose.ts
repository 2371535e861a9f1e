// Purpose `sampling`: a running tool asks a model. Its usage is counted, and it changes nothing else: the call's result
// says what came of it.
import type { PurposeDefinition } from "../../kernel/define-purpose.ts"
import { withUsage } from "../../kernel/state/with-usage.ts"

export const samplingPurpose: PurposeDefinition = {
  fold: (state, fact) => (fact.type === "model-asked" ? state : withUsage(state, fact)),
}
