// The default profile: the best of the others.
import { acceptAnswer } from "../loop/rules/accept-answer.ts"
import { awaitModel } from "../loop/rules/await-model.ts"
import { callModel } from "../loop/rules/call-model.ts"
import { failCrashLoop } from "../loop/rules/fail-crash-loop.ts"
import { limitIterations } from "../loop/rules/limit-iterations.ts"
import { nudgeEmpty } from "../loop/rules/nudge-empty.ts"
import { restWhenIdle } from "../loop/rules/rest-when-idle.ts"
import { retryModel } from "../loop/rules/retry-model.ts"
import { runTools } from "../loop/rules/run-tools.ts"
import { settleCancelled } from "../loop/rules/settle-cancelled.ts"
import type { Profile, ProfileLimits } from "./profile.ts"

export function defaultProfile(limits: ProfileLimits = {}): Profile {
  return {
    name: "default",
    instructions:
      "You are a careful assistant. Use the tools you have, check what they return, and say plainly what you did and what you did not.",
    rules: [
      // Settle what is open.
      restWhenIdle(),
      settleCancelled(),
      awaitModel(),
      runTools({ parallel: true }),
      failCrashLoop(),
      // Judge the last answer.
      retryModel({ attempts: 4, firstMs: 1000, factor: 2, maxMs: 60_000, jitter: 0.5 }),
      nudgeEmpty({ max: 1 }),
      acceptAnswer(),
      // Guard the next call, then make it.
      limitIterations({ max: limits.maxIterations ?? 50 }),
      callModel(),
    ],
  }
}
