// Which requests there are beside those of a turn like any other.
import { phases } from "../features/plans/phases.ts"
import { CONVERSATION, type RequestRole } from "../kernel/request-role.ts"
import type { CallModel } from "../kernel/steps/call-model.ts"

export function roleOf({ phase }: CallModel): RequestRole {
  return phase === undefined ? CONVERSATION : phases[phase]
}
