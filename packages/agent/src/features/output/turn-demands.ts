// Rules for what a single turn demands of a model's answers. They come before the rules of every profile and cost nothing
// in a turn that demands nothing.
import type { Rule } from "../../kernel/rule.ts"
import { requireCall } from "../offer/require-call.ts"
import { typedAnswer } from "./typed-answer.ts"

export function withTurnDemands(rules: readonly Rule[]): readonly Rule[] {
  return [requireCall(), typedAnswer(), ...rules]
}
