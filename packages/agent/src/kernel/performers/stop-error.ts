// Why a request ended that was told to stop: whatever a model makes of it, we know.
import type { ModelError } from "../../contracts/answer.ts"
import type { StopReason } from "../performer.ts"

export interface StopWords {
  readonly cancelled: string
  readonly interrupted: string
}

export function stopError({ reason }: AbortSignal, { cancelled, interrupted }: StopWords): ModelError {
  return HOSTS.includes(reason)
    ? { class: "interrupted", code: "interrupted", message: interrupted }
    : { class: "aborted", code: "cancelled", message: cancelled }
}

/** The host's reasons: whoever runs the session next asks again. */
const HOSTS: readonly StopReason[] = ["suspended", "lost"]
