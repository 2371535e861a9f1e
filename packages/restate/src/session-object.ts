// The sessions as Restate knows them: one virtual object with one exclusive handler, which journals nothing. So a run is bound to no
// worker, and all that Restate has to keep is that the session is to be run.
import { type ObjectContext, object } from "@restatedev/restate-sdk"

const DAY_MS = 24 * 3_600_000

export interface SessionObject {
  readonly name: string
  /** Resolves when the run counts as done. Whatever it throws makes Restate try again. */
  readonly run: (session: string, signal: AbortSignal) => Promise<void>
}

export function sessionObject({ name, run }: SessionObject) {
  return object({
    name,
    handlers: {
      run: async (context: ObjectContext) => run(context.key, context.request().attemptCompletedSignal),
    },
    options: {
      // A run says nothing to Restate until it ends, which counts as inactive: by default it would be started a second time after
      // eleven minutes. Runs yield long before, unless a single step takes so long.
      inactivityTimeout: DAY_MS,
      abortTimeout: DAY_MS,
      retryPolicy: {
        initialInterval: 100,
        exponentiationFactor: 2,
        maxInterval: 1000,
        // By default a run would be paused after 70 tries, until a person resumes it.
        maxAttempts: Number.MAX_SAFE_INTEGER,
      },
      // Everything that is worth keeping is in the store.
      journalRetention: 60_000,
      idempotencyRetention: 60_000,
    },
  })
}
