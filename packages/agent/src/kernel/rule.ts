// A rule returns steps for a state, or undefined. Rules are pure, synchronous and use no clock. The ordered list of
// rules is the specification.
import type { Step } from "../registry/steps.ts"
import type { State } from "./state/state.ts"

/** Decides what is done next in a state; undefined leaves it to the next rule. */
export type Rule = (state: State) => readonly Step[] | undefined
