// Reports a failed request: shortened and without secrets as a fact, and in full to `onFailure`.
import { defined } from "../../base/defined.ts"
import type { Failure, ModelError } from "../../contracts/answer.ts"
import { detailsOf } from "../../contracts/failure-record.ts"
import { errorText } from "../../secrets/error-text.ts"
import { redact } from "../../secrets/redact.ts"
import type { PerformContext } from "../performer.ts"

/** The error as it is stored and shown to the user. */
export function storedError(error: ModelError): ModelError {
  return { ...error, message: errorText(error.message) }
}

/** Reports nothing for a request that was stopped on purpose. */
export function reportFailure(
  { error, thrown }: Failure,
  asked: { readonly attempt: string; readonly model: string },
  {
    session,
    state,
    clock,
    signal,
    onFailure,
  }: Pick<PerformContext, "session" | "state" | "clock" | "signal" | "onFailure">,
): void {
  if (onFailure === undefined || signal.aborted) return
  const trace = state.turn?.trace
  const details =
    thrown === undefined ? { name: error.class, message: redact(error.message) } : detailsOf(thrown, redact)
  onFailure({
    kind: "model-failure",
    at: clock.now(),
    session,
    ...defined({ trace }),
    ...asked,
    code: error.code,
    error: details,
  })
}
