// The default profile: combines the best of the other profiles.
import { defined } from "../base/defined.ts"
import { UNKNOWN_SIZE } from "../context/fitting.ts"
import { promptOf } from "../context/prompt/texts.ts"
import { compactOnOverflow } from "../features/compaction/fit-context.ts"
import { budgeted } from "../features/compaction/ways.ts"
import { checksOf } from "../features/finish/checks.ts"
import { refuseRepeats } from "../kernel/rules/refuse-calls.ts"
import { retryModel } from "../kernel/rules/retry-model.ts"
import { PROFILE_LINES } from "./names.ts"
import { settle, working } from "./parts.ts"
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
      ...settle({ parallel: true, refuse: [refuseRepeats({ refuseAt: 6 })] }),
      // Judge the last answer.
      compactOnOverflow(),
      retryModel({
        ...defined({ maxRetryAfterMs }),
        attempts: 4,
        firstMs: 1000,
        factor: 2,
        maxMs: 60_000,
        jitter: 0.5,
        ...retry,
        models,
      }),
      ...working({ finish, breaker, selfCorrections, maxIterations, refusals: 3, fitting, context, models }),
    ],
  }
}
