// How the requests of a plan relate to the conversation: only the synthesis answers the user, and only a router makes calls.
import type { Phase } from "../../contracts/plan.ts"
import type { PhaseDefinition } from "../../kernel/define-purpose.ts"

// None is measured: they are made of other things than the next request without the plan.
export const PLAN_PHASES: Readonly<Record<Phase, PhaseDefinition>> = {
  plan: { isShown: true, isMeasured: false, speaks: false, calls: false },
  // Who is asked for the call of one step is shown nothing of the conversation.
  route: { isShown: false, isMeasured: false, speaks: false, calls: true },
  synthesis: { isShown: true, isMeasured: false, speaks: true, calls: false },
}
