// What the performers need from the code that embeds them: how the profile keeps its history within the window.
import type { ContextPolicy } from "./policy.ts"

export interface CompactionPorts {
  readonly policy: ContextPolicy
}
