// What performers need to know of how a profile keeps its history within the window.
import type { ContextPolicy } from "./policy.ts"

export interface CompactionPorts {
  readonly policy: ContextPolicy
}
