// Tool calls as XML in plain text; every answer calls one tool, and three of the tools end the turn.
import { defined } from "../base/defined.ts"
import { UNKNOWN_SIZE } from "../context/fitting.ts"
import { promptOf } from "../context/prompt/texts.ts"
import { compactOnOverflow, fitContext } from "../features/compaction/fit-context.ts"
import { halving } from "../features/compaction/ways.ts"
import { remindOfTools } from "../features/finish/remind-of-tools.ts"
import { callModel } from "../kernel/rules/call-model.ts"
import { endTurn } from "../kernel/rules/end-turn.ts"
import { limitIterations } from "../kernel/rules/limit-iterations.ts"
import { malformedCall } from "../kernel/rules/malformed-call.ts"
import { refuseExtraCalls } from "../kernel/rules/refuse-calls.ts"
import { retryModel } from "../kernel/rules/retry-model.ts"
import { stopSameError } from "../kernel/rules/stop-circles.ts"
import { PROFILE_LINES } from "./names.ts"
import { settle } from "./parts.ts"
import type { Profile, ProfileOptions } from "./profile.ts"

export function xmlTools({
  maxIterations = 25,
  models = 1,
  fitting = UNKNOWN_SIZE,
  maxRetryAfterMs,
  retry,
  breaker = 5,
  selfCorrections = Number.POSITIVE_INFINITY,
  context = halving,
}: ProfileOptions = {}): Profile {
  return {
    name: "xml-tools",
    about: PROFILE_LINES["xml-tools"],
    instructions:
      "You are an agent that works in a loop: think, call one tool, look at its result, go on. Every answer calls exactly one tool. End with task_completion, ask_question or converse.",
    dialect: "xml",
    thinking: "told",
    resultChars: null,
    endingTools: true,
    tasks: true,
    notes: true,
    approvals: { timeoutMs: 300_000 },
    prompt: promptOf("xml-tools"),
    context,
    rules: [
      ...settle({ parallel: false, refuse: [refuseExtraCalls({ keep: 1 })] }),
      compactOnOverflow(),
      retryModel({
        ...defined({ maxRetryAfterMs }),
        attempts: 1,
        firstMs: 0,
        factor: 1,
        maxMs: 0,
        jitter: 0,
        ...retry,
        models,
      }),
      endTurn(),
      ...(breaker === null ? [] : [stopSameError({ max: breaker })]),
      malformedCall({ max: selfCorrections }),
      remindOfTools({ endings: ["task_completion", "ask_question", "converse"] }),
      limitIterations({ max: maxIterations }),
      fitContext({ fitting, policy: context }),
      callModel({ models }),
    ],
  }
}
