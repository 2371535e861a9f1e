// What performers need of whoever runs the children of a session.
import type { Usage } from "../../contracts/usage.ts"

export interface DelegationPorts {
  /** Stops a child that nobody waits for any more, and says what it has cost. */
  readonly stopChild?: (child: string) => Promise<Usage | undefined>
}
