// What a tool asks of a model while it runs is paid for, and leaves no other trace: its call tells what came of it.
import type { PurposeDefinition } from "../../kernel/define-purpose.ts"
import { withUsage } from "../../kernel/state/with-usage.ts"

export const samplingPurpose: PurposeDefinition = {
  fold: (state, fact) => (fact.type === "model-answered" ? withUsage(state, fact.usage) : state),
}
