// How the requests of a turn with a plan relate to the conversation: what a planner or a router says is not shown to
// the user.
import { defined } from "../../base/defined.ts"
import type { Fitting } from "../../context/fitting.ts"
import type { Phase } from "../../contracts/plan.ts"
import type { ModelAsked } from "../../kernel/facts/model-asked.ts"
import type { RequestRole } from "../../kernel/request-role.ts"
import type { CallModel } from "../../kernel/steps/call-model.ts"
import { withCalls } from "./calls-as-words.ts"

/** Their contents differ from those of the next request without the plan. */
const BESIDE = { isShown: true, isMeasured: false, goesOn: false }

export const phases: Readonly<Record<Phase, RequestRole>> = {
  // The planner is offered no tools, so it cannot call any: what looks like a call is text.
  plan: { ...BESIDE, isPublished: false, hasCalls: false, textOf: withCalls, placeOf },
  // The router is shown nothing of the conversation.
  route: { ...BESIDE, isShown: false, isPublished: false, hasCalls: true, placeOf },
  synthesis: { ...BESIDE, isPublished: true, hasCalls: false, placeOf },
}

/** `beside`: the model's place is after those of the chain. */
function placeOf({ phase, step }: CallModel, chain: number, fitting: Fitting): Partial<ModelAsked> {
  const length = fitting.chain ?? fitting.models.length
  return {
    ...defined({ phase, step }),
    ...(chain >= length && { beside: length }),
  }
}
