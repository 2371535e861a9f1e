// Which requests there are beside those of a turn like any other.
import type { Phase } from "../contracts/plan.ts"
import { phases } from "../features/plans/phases.ts"
import { CONVERSATION, type RequestRole } from "../kernel/request-role.ts"

export function roleOf({ phase }: { readonly phase?: Phase }): RequestRole {
  return phase === undefined ? CONVERSATION : phases[phase]
}
