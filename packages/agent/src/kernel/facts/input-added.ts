// The user said something while a turn was running.
import { defined } from "../../base/defined.ts"
import type { ApprovalMode } from "../../contracts/command.ts"
import type { Part } from "../../contracts/content.ts"
import type { FromCommand } from "../../contracts/fact.ts"
import type { FactDefinition } from "../define-fact.ts"
import { inTurn } from "../state/in-turn.ts"
import { said } from "../state/messages.ts"
import { noCounters, type Turn } from "../state/state.ts"

/** The user said something while the turn was running. */
export interface InputAdded extends FromCommand {
  readonly type: "input-added"
  readonly turn: number
  readonly input: readonly Part[]
  /** What runs unasked in the rest of the turn; absent: as before. */
  readonly approval?: ApprovalMode
}

export const inputAdded: FactDefinition<InputAdded> = {
  type: "input-added",
  version: 1,
  must: { turn: "number", command: "string", input: "parts" },
  may: { approval: "string" },
  fold(state, { seq, input, approval }) {
    const spoken = inTurn(state, (turn) => ({ ...withNewInput(turn), ...defined({ approval }) }))
    return { ...spoken, waiting: [...spoken.waiting, said(seq, input)] }
  },
  events: ({ turn, input, command, approval }, to) => [
    to.event({ type: "input-added", turn, input, command, ...defined({ approval }) }),
  ],
  record: "none",
  describe: ({ input }, say) => say.short(say.parts(input), 60),
  secret: ["input"],
  searched: ({ input }, textOf) => ({ kind: "said", text: textOf(input) }),
}

/** New input needs an answer: the turn is no longer ending, and the counters of consecutive failures start over. */
function withNewInput({ ending: _off, ...turn }: Turn): Turn {
  const { empties, malformed, refusedRepeats, sameError } = noCounters
  const counters = { ...turn.counters, empties, malformed, refusedRepeats, sameError }
  return { ...turn, spokenAt: turn.iteration, asks: 0, counters }
}
