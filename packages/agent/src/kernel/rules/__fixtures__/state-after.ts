// Logs for table tests of rules. As in a real log, each request shows all input before it.
import type { Draft } from "../../../contracts/fact.ts"
import type { Call } from "../../../contracts/message.ts"
import {
  aCall,
  answered,
  asked,
  cancelled,
  ending,
  nudged,
  opened,
  said,
  stamp,
  steered,
  toolFinished,
} from "../../../testing/fact-builders.ts"
import { foldFacts } from "../../state/fold.ts"
import type { State } from "../../state/state.ts"

export function stateAfter(drafts: readonly Draft[]): State {
  const log = [opened(), ...drafts]
  return foldFacts(stamp(log.map((draft, seq) => (draft.type === "model-asked" ? { ...draft, seen: seq } : draft))))
}

export interface Row {
  readonly name: string
  readonly drafts: readonly Draft[]
}

/** As many rounds as given, each with a different call that succeeds. */
export function rounds(count: number, turn = 1): readonly Draft[] {
  return Array.from({ length: count }, (_, index) => {
    const attempt = `${turn}.${index + 1}.1`
    const call = `${turn}-${index}`
    const calls: readonly Call[] = [aCall(call, "tool", { n: index })]
    return [asked(attempt), answered({ calls }, attempt), toolFinished(call)]
  }).flat()
}

/** A turn that was asked for its last answer; that request is under way in its second iteration. */
export const atItsEnd: readonly Draft[] = [said("go"), ...rounds(1), ending(), asked("1.2.1")]

/** Cases in which a rule that judges the last answer (`1.1.1` of a turn) must return nothing. */
export function silences(answer: readonly Draft[]): readonly Row[] {
  const before = [said("go"), asked()]
  return [
    { name: "there is no turn", drafts: [] },
    { name: "no model was asked yet", drafts: [said("go")] },
    { name: "the model is being asked", drafts: before },
    { name: "the turn was cancelled", drafts: [...before, ...answer, cancelled()] },
    { name: "the answer was nudged already", drafts: [...before, ...answer, nudged()] },
    { name: "the model is asked again", drafts: [...before, ...answer, nudged(), asked("1.2.1")] },
  ]
}

/** The user said something that the model has not seen: the model is asked again anyway. */
export function spokenMeanwhile(answer: readonly Draft[]): readonly Row[] {
  return [
    { name: "something was said during the answer", drafts: [said("go"), asked(), steered("and?"), ...answer] },
    { name: "something was said after the answer", drafts: [said("go"), asked(), ...answer, steered("and?")] },
  ]
}
