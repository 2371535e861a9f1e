// Checks that run before a request is made. A check that yields a fact has the request built again from the new
// state, because the request must show it.
import type { Soon } from "../base/at-hand.ts"
import { catalogueChange } from "../features/offer/catalogue-change.ts"
import type { BuiltRequest, PerformContext, Yielded } from "../kernel/performer.ts"

type Look = (
  built: BuiltRequest,
  ports: Pick<PerformContext, "state" | "toolbox" | "blobs">,
) => Soon<Yielded | undefined>

export const beforeRequest: readonly Look[] = [catalogueChange]
