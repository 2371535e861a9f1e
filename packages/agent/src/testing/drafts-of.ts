// For tests of performers: all that one yields and returns, as if every fact were durable at once.
import type { Draft } from "../contracts/fact.ts"
import type { Performing } from "../kernel/performer.ts"

export async function draftsOf(facts: Performing): Promise<readonly Draft[]> {
  const drafts: Draft[] = []
  for (;;) {
    const { done, value } = await facts.next()
    if (value) drafts.push(value.fact)
    if (done) return drafts
  }
}
