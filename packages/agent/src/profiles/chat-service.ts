// A chat service: whole history, tools in order, three attempts, and a plain failure when the turn does not end.
import { defined } from "../base/defined.ts"
import { UNKNOWN_SIZE } from "../context/fitting.ts"
import { promptOf } from "../context/prompt/texts.ts"
import { compactOnOverflow, fitContext } from "../features/compaction/fit-context.ts"
import { wholeHistory } from "../features/compaction/ways.ts"
import { checksOf } from "../features/finish/checks.ts"
import { finishChecks } from "../features/finish/finish-checks.ts"
import { acceptAnswer } from "../kernel/rules/accept-answer.ts"
import { callModel } from "../kernel/rules/call-model.ts"
import { endTurn } from "../kernel/rules/end-turn.ts"
import { limitIterations } from "../kernel/rules/limit-iterations.ts"
import { malformedCall } from "../kernel/rules/malformed-call.ts"
import { acceptEmpty } from "../kernel/rules/nudge-empty.ts"
import { retryModel } from "../kernel/rules/retry-model.ts"
import { PROFILE_LINES } from "./names.ts"
import { breaking, settle } from "./parts.ts"
import type { Profile, ProfileOptions } from "./profile.ts"

export function chatService({
  maxIterations = 20,
  models = 1,
  fitting = UNKNOWN_SIZE,
  maxRetryAfterMs,
  retry,
  breaker,
  selfCorrections = 2,
  finish = false,
  context = wholeHistory,
}: ProfileOptions = {}): Profile {
  return {
    name: "chat-service",
    about: PROFILE_LINES["chat-service"],
    instructions: "You are a helpful assistant. Use the tools you have when they help to answer.",
    resultChars: null,
    interruptedTurns: "fail",
    whenBusy: "refuse",
    toolListAgeMs: 3_600_000,
    prompt: promptOf("chat-service"),
    context,
    checks: checksOf(finish),
    rules: [
      ...settle({ parallel: false }),
      compactOnOverflow(),
      // A failed turn has an error, but no text.
      retryModel({
        ...defined({ maxRetryAfterMs }),
        attempts: 3,
        firstMs: 3000,
        factor: 2,
        maxMs: 6000,
        jitter: 0,
        ...retry,
        // HTTP 429 and 503, and errors named like them; everything else fails at once.
        passing: ["rate-limit", "overloaded"],
        models,
        words: () => "",
      }),
      endTurn(),
      ...breaking(breaker, null),
      malformedCall({ max: selfCorrections }),
      finishChecks(checksOf(finish)),
      acceptEmpty(),
      acceptAnswer(),
      limitIterations({ max: maxIterations }),
      fitContext({ fitting, policy: context }),
      callModel({ models }),
    ],
  }
}
