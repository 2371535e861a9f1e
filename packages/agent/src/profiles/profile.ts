// A profile: a named bundle of behaviour. Its ordered rules are the specification of its loop.
import type { Rule } from "../loop/rule.ts"

export interface Profile {
  readonly name: string
  readonly instructions: string
  readonly rules: readonly Rule[]
}

export interface ProfileLimits {
  readonly maxIterations?: number
}
