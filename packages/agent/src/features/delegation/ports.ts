// What performers need from the code that runs the children of a session.
import type { Usage } from "../../contracts/usage.ts"

export interface DelegationPorts {
  /** Stops a child whose parent no longer waits for it, and returns its usage. */
  readonly stopChild?: (child: string) => Promise<Usage | undefined>
}
