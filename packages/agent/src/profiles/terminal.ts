// A terminal agent: parallel tools, patient retries, continued answers, and a message at the limit.
import { defined } from "../base/defined.ts"
import { UNKNOWN_SIZE } from "../context/fitting.ts"
import { promptOf } from "../context/prompt/texts.ts"
import { compactOnOverflow, fitContext } from "../features/compaction/fit-context.ts"
import { summarised } from "../features/compaction/ways.ts"
import { checksOf } from "../features/finish/checks.ts"
import { finishChecks } from "../features/finish/finish-checks.ts"
import { acceptAnswer } from "../kernel/rules/accept-answer.ts"
import { callModel } from "../kernel/rules/call-model.ts"
import { continueTruncated } from "../kernel/rules/continue-truncated.ts"
import { endTurn } from "../kernel/rules/end-turn.ts"
import { limitIterations } from "../kernel/rules/limit-iterations.ts"
import { malformedCall } from "../kernel/rules/malformed-call.ts"
import { nudgeEmpty } from "../kernel/rules/nudge-empty.ts"
import { retryModel } from "../kernel/rules/retry-model.ts"
import { PROFILE_LINES } from "./names.ts"
import { breaking, settle } from "./parts.ts"
import type { Profile, ProfileOptions } from "./profile.ts"

export function terminal({
  maxIterations = 15,
  models = 1,
  fitting = UNKNOWN_SIZE,
  maxRetryAfterMs,
  retry,
  breaker,
  selfCorrections = 2,
  finish = false,
  context = summarised,
}: ProfileOptions = {}): Profile {
  return {
    name: "terminal",
    about: PROFILE_LINES.terminal,
    instructions: "You are an agent in a terminal. Use the tools you have, and be brief.",
    prompt: promptOf("terminal"),
    questions: true,
    context,
    checks: checksOf(finish),
    rules: [
      ...settle({ parallel: true }),
      compactOnOverflow(),
      retryModel({
        ...defined({ maxRetryAfterMs }),
        attempts: 5,
        firstMs: 10_000,
        factor: 2,
        maxMs: 320_000,
        jitter: 0.5,
        ...retry,
        models,
      }),
      endTurn(),
      ...breaking(breaker, null),
      malformedCall({ max: selfCorrections }),
      continueTruncated({ max: 2 }),
      finishChecks(checksOf(finish)),
      nudgeEmpty({ max: 1, afterwards: "fail" }),
      acceptAnswer(),
      limitIterations({
        max: maxIterations,
        text: `I reached the limit of ${maxIterations} steps in this turn. What was done so far stands above; say "go on" to continue.`,
      }),
      fitContext({ fitting, policy: context }),
      callModel({ models }),
    ],
  }
}
