// One typed decision per step: a final response or one tool. Few steps, and retries count as steps.
import { defined } from "../base/defined.ts"
import { UNKNOWN_SIZE } from "../context/fitting.ts"
import { promptOf } from "../context/prompt/texts.ts"
import { compactOnOverflow, fitContext } from "../features/compaction/fit-context.ts"
import { trimmedByChars } from "../features/compaction/ways.ts"
import { checksOf } from "../features/finish/checks.ts"
import { finishChecks } from "../features/finish/finish-checks.ts"
import { acceptAnswer } from "../kernel/rules/accept-answer.ts"
import { callModel } from "../kernel/rules/call-model.ts"
import { endTurn } from "../kernel/rules/end-turn.ts"
import { failureWords } from "../kernel/rules/failure-words.ts"
import { limitIterations, limitRequests } from "../kernel/rules/limit-iterations.ts"
import { malformedCall } from "../kernel/rules/malformed-call.ts"
import { nudgeEmpty } from "../kernel/rules/nudge-empty.ts"
import { refuseExtraCalls } from "../kernel/rules/refuse-calls.ts"
import { retryModel } from "../kernel/rules/retry-model.ts"
import { PROFILE_LINES } from "./names.ts"
import { breaking, settle } from "./parts.ts"
import type { Profile, ProfileOptions } from "./profile.ts"

const OUT_OF_STEPS =
  "I reached my reasoning limit before I could finish this. Please ask for a smaller part of it, or say it another way."
const UNAVAILABLE = "I cannot reach my language model right now. Please try again in a moment."

export function structuredReact({
  maxIterations = 5,
  models = 1,
  fitting = UNKNOWN_SIZE,
  maxRetryAfterMs,
  retry,
  breaker,
  selfCorrections = 2,
  finish = false,
  context = trimmedByChars,
}: ProfileOptions = {}): Profile {
  return {
    name: "structured-react",
    about: PROFILE_LINES["structured-react"],
    instructions:
      "You are an assistant that decides step by step: either one tool call, or the final response to the user.",
    dialect: "structured",
    thinking: "told",
    resultChars: null,
    prompt: promptOf("structured-react"),
    context,
    checks: checksOf(finish),
    rules: [
      ...settle({ parallel: false, refuse: [refuseExtraCalls({ keep: 1 })] }),
      limitRequests({ max: maxIterations, text: OUT_OF_STEPS }),
      compactOnOverflow(),
      retryModel({
        ...defined({ maxRetryAfterMs }),
        attempts: 4,
        firstMs: 1000,
        factor: 2,
        maxMs: 4000,
        jitter: 0,
        ...retry,
        passing: ["rate-limit"],
        models,
        words: failureWords(UNAVAILABLE),
      }),
      endTurn(),
      ...breaking(breaker, 3, { scope: "session", afterwards: "finish" }),
      malformedCall({ max: selfCorrections }),
      finishChecks(checksOf(finish)),
      nudgeEmpty({ max: selfCorrections, afterwards: "fail" }),
      acceptAnswer(),
      limitIterations({ max: maxIterations, text: OUT_OF_STEPS }),
      fitContext({ fitting, policy: context }),
      callModel({ models }),
    ],
  }
}
