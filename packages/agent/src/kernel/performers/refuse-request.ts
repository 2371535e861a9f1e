// Refuses requests that the provider would reject or silently cut. The reserve that is kept free may be used up: that
// is its purpose.
import { reservesOf } from "../../context/fitting.ts"
import type { Reply } from "../../contracts/answer.ts"
import type { Budget } from "../../contracts/context.ts"
import type { BuiltRequest, PerformContext } from "../performer.ts"
import type { RequestRole } from "../request-role.ts"

export function refusalOf(
  { budget }: BuiltRequest,
  { goesOn }: RequestRole,
  { fitting }: Pick<PerformContext, "fitting">,
): Reply | undefined {
  if (budget === undefined) return undefined
  const { window, system, tools, history, remaining } = budget
  // The size of a first request, or of one with other tools than before, was not known when it was decided on.
  const { threshold } = reservesOf(window, fitting)
  if (goesOn && tools > 0 && remaining < threshold)
    return tooLarge(
      budget,
      `would leave ${remaining} of ${window} tokens, and ${threshold} are needed to go on with tools`,
    )
  if (system + tools + history <= window * 0.98) return undefined
  return tooLarge(budget, `does not fit the model's window of ${window} tokens`)
}

function tooLarge({ system, tools, history }: Budget, why: string): Reply {
  const parts = `${system} tokens of instructions, ${tools} of tools, ${history} of conversation`
  const message = `The request ${why}: ${parts}. Use a model with a larger window, fewer tools, or a new session.`
  return { kind: "failure", error: { class: "context-overflow", code: "context-too-large", message } }
}
