// A rule: state in, steps out, or silence. Pure, synchronous, no clock. The ordered list of rules is the specification.
import type { Step } from "../registry/steps.ts"
import type { State } from "./state/state.ts"

export type Rule = (state: State) => readonly Step[] | undefined
