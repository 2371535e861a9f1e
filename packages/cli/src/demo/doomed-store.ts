// A store that kills its process when the result of a given rename is to be written. So the built-in tool has done its
// work, and the log does not say so.
import type { Fact, Store } from "@pawl/agent"

export interface Doom {
  /** The number of the rename whose result is not written. */
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
