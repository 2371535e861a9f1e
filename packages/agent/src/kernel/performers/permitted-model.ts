// A model that the owner of a session may not use answers each request with the reason, and is not asked.
import { type Model, withAsk } from "../../contracts/model.ts"
import type { PortsOf } from "../define-step.ts"

export const PERMIT_NEEDS = ["session", "state", "permitsModel"] as const

export async function permittedModel(model: Model, context: PortsOf<typeof PERMIT_NEEDS>): Promise<Model> {
  const { session, state, permitsModel } = context
  const error = await permitsModel?.(session, state, model.name)
  return error === undefined ? model : withAsk(model, async () => ({ kind: "failure", error }))
}
