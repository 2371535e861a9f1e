// A store that takes its process along: the result of one rename comes to be written, and it dies instead. So the
// built-in tool has done its work, and nobody has written that down.
import type { Fact, Store } from "@pawl/agent"

export interface Doom {
  /** Which rename is the last. */
  readonly rename: number
  readonly die: () => Promise<never>
}

export function doomedStore(store: Store, { rename, die }: Doom): Store {
  let renamed = 0
  return {
    ...store,
    log: {
      ...store.log,
      async append(append) {
        renamed += append.facts.filter(isRename).length
        return renamed < rename ? store.log.append(append) : die()
      },
    },
  }
}

function isRename(fact: Fact): boolean {
  return fact.type === "tool-finished" && fact.name === "move_file" && fact.outcome === "ok"
}
