// What the requests of a turn with a plan are to the conversation: what a planner or a router says is not said to the user.
import type { Fitting } from "../../context/fitting.ts"
import type { ModelAsked } from "../../contracts/fact.ts"
import type { Phase } from "../../contracts/plan.ts"
import type { RequestRole } from "../../kernel/request-role.ts"
import type { CallModel } from "../../kernel/steps/call-model.ts"
import { withCalls } from "./calls-as-words.ts"

export const phases: Readonly<Record<Phase, RequestRole>> = {
  // Who was offered no tools has nothing to call: what looks like it are words.
  plan: { isTold: false, hasCalls: false, goesOn: false, textOf: withCalls, placeOf },
  route: { isTold: false, hasCalls: true, goesOn: false, placeOf },
  synthesis: { isTold: true, hasCalls: false, goesOn: false, placeOf },
}

/** `beside`: the model stands after those of the chain. */
function placeOf({ phase, step }: CallModel, chain: number, fitting: Fitting): Partial<ModelAsked> {
  const length = fitting.chain ?? fitting.models.length
  return {
    ...(phase !== undefined && { phase }),
    ...(step !== undefined && { step }),
    ...(chain >= length && { beside: length }),
  }
}
