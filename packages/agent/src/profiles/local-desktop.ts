// Weak local models: a judge model is asked whether they have finished, circles are stopped, and every turn ends with text.
import { defined } from "../base/defined.ts"
import { UNKNOWN_SIZE } from "../context/fitting.ts"
import { promptOf } from "../context/prompt/texts.ts"
import type { Finish, FinishCheck } from "../contracts/finish-check.ts"
import { compactOnOverflow } from "../features/compaction/fit-context.ts"
import { evicting } from "../features/compaction/ways.ts"
import { checksOf } from "../features/finish/checks.ts"
import { emptyAnswer } from "../features/finish/structure.ts"
import { failureWords } from "../kernel/rules/failure-words.ts"
import { refuseRepeats } from "../kernel/rules/refuse-calls.ts"
import { retryModel } from "../kernel/rules/retry-model.ts"
import { PROFILE_LINES } from "./names.ts"
import { settle, working } from "./parts.ts"
import type { Profile, ProfileOptions } from "./profile.ts"

const UNREACHABLE =
  "None of the configured models can be reached right now. Check that the model server runs, then try again."

/** In long work weak models occasionally give an empty answer: only two in a row end it. */
function checksFor(finish: Finish): readonly FinishCheck[] {
  return checksOf(finish).map((check) => (check === emptyAnswer ? { ...check, once: "call" as const } : check))
}

export function localDesktop({
  maxIterations = 30,
  models = 1,
  finish = "model",
  fitting = UNKNOWN_SIZE,
  maxRetryAfterMs,
  retry,
  breaker,
  selfCorrections = 2,
  context = evicting,
}: ProfileOptions = {}): Profile {
  return {
    name: "local-desktop",
    about: PROFILE_LINES["local-desktop"],
    instructions:
      "You are a desktop assistant. Work step by step with the tools until the whole task is done, then say what you did. Never claim what no tool result shows.",
    resultChars: 6000,
    // Small models choose badly among many tools.
    offer: { kind: "prefilter", k: 15, above: 30, own: 5 },
    sampling: { tools: { temperature: 0.1, topP: 0.2 }, prose: { temperature: 0.7, topP: 0.9 } },
    prompt: promptOf("local-desktop"),
    context,
    checks: checksFor(finish),
    rules: [
      ...settle({ parallel: false, refuse: [refuseRepeats({ refuseAt: 2, strict: true })] }),
      // A server error is tried once more, then the next model; everything else moves on at once.
      compactOnOverflow(),
      retryModel({
        ...defined({ maxRetryAfterMs }),
        attempts: 2,
        firstMs: 500,
        factor: 1,
        maxMs: 500,
        jitter: 0,
        ...retry,
        passing: ["server-error"],
        models,
        words: failureWords(UNREACHABLE),
      }),
      ...working({
        finish: checksFor(finish),
        breaker,
        selfCorrections,
        maxIterations,
        refusals: 2,
        fitting,
        context,
        models,
      }),
    ],
  }
}
