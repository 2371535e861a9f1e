// The default profile: the best of the others.

import { UNKNOWN_SIZE } from "../context/fitting.ts"
import { promptOf } from "../context/prompt/texts.ts"
import { compactOnOverflow, fitContext } from "../features/compaction/fit-context.ts"
import { budgeted } from "../features/compaction/ways.ts"
import { checksOf } from "../features/finish/checks.ts"
import { callModel } from "../kernel/rules/call-model.ts"
import { continueTruncated } from "../kernel/rules/continue-truncated.ts"
import { endTurn } from "../kernel/rules/end-turn.ts"
import { limitIterations } from "../kernel/rules/limit-iterations.ts"
import { malformedCall } from "../kernel/rules/malformed-call.ts"
import { refuseRepeats } from "../kernel/rules/refuse-calls.ts"
import { retryModel } from "../kernel/rules/retry-model.ts"
import { stopRepeats, stopSameError } from "../kernel/rules/stop-circles.ts"
import { PROFILE_LINES } from "./names.ts"
import { breaking, finishing, settle } from "./parts.ts"
import type { Profile, ProfileOptions } from "./profile.ts"

export function defaultProfile({
  maxIterations = 50,
  models = 1,
  finish = "structure",
  fitting = UNKNOWN_SIZE,
  maxRetryAfterMs,
  retry,
  breaker,
  selfCorrections = 2,
  context = budgeted,
}: ProfileOptions = {}): Profile {
  return {
    name: "default",
    about: PROFILE_LINES.default,
    instructions:
      "You are a careful assistant. Use the tools you have, check what they return, and say plainly what you did and what you did not.",
    prompt: promptOf("default"),
    tasks: true,
    questions: true,
    context,
    checks: checksOf(finish),
    rules: [
      ...settle({ parallel: true, refuse: [refuseRepeats({ tellAt: 6 })] }),
      // Judge the last answer.
      compactOnOverflow(),
      retryModel({
        ...(maxRetryAfterMs !== undefined && { maxRetryAfterMs }),
        attempts: 4,
        firstMs: 1000,
        factor: 2,
        maxMs: 60_000,
        jitter: 0.5,
        ...retry,
        models,
      }),
      endTurn(),
      stopSameError({ max: 5 }),
      stopRepeats({ refusals: 3 }),
      ...breaking(breaker, 3),
      malformedCall({ max: selfCorrections }),
      continueTruncated({ max: 2 }),
      ...finishing(finish),
      // Guard the next call, then make it.
      limitIterations({ max: maxIterations, summary: true }),
      fitContext({ fitting, policy: context }),
      callModel({ models }),
    ],
  }
}
