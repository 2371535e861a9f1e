// The error of a request that was stopped. The reason comes from the signal, whatever the model reports.

import type { ModelError } from "../../contracts/answer.ts"
import type { StopSignal } from "../../contracts/stop-signal.ts"
import type { StopReason } from "../performer.ts"

export interface StopWords {
  readonly cancelled: string
  readonly interrupted: string
}

export function stopError({ reason }: StopSignal, { cancelled, interrupted }: StopWords): ModelError {
  return HOSTS.some((each) => each === reason)
    ? { class: "interrupted", code: "interrupted", message: interrupted }
    : { class: "aborted", code: "cancelled", message: cancelled }
}

/** Reasons given by the host: the next runner makes the request again. */
const HOSTS: readonly StopReason[] = ["suspended", "lost"]
