// The roles of requests: those of a plan's phases, and that of an ordinary turn.
import type { Phase } from "../contracts/plan.ts"
import { phases } from "../features/plans/phases.ts"
import { CONVERSATION, type RequestRole } from "../kernel/request-role.ts"

export function roleOf({ phase }: { readonly phase?: Phase }): RequestRole {
  return phase === undefined ? CONVERSATION : phases[phase]
}
