// Puts a nudge on record; the next request shows it.

import type { Yielded } from "../performer.ts"
import type { Nudge } from "../steps/nudge.ts"

export async function* performNudge(step: Nudge): AsyncGenerator<Yielded, void, void> {
  const { kind: _kind, key: _key, ...nudge } = step
  yield { fact: { type: "nudged", ...nudge } }
}
