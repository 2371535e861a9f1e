// Puts on record how a plan gets on.
import type { NotePlan } from "../../contracts/step.ts"
import type { Yielded } from "../../kernel/performer.ts"

export async function* performNotePlan({ says }: NotePlan): AsyncGenerator<Yielded, void, void> {
  yield { fact: says }
}
