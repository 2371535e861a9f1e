// Command `say`: new user input starts a turn, or joins the turn that is running.
import { defined } from "../../base/defined.ts"
import type { Say } from "../../contracts/command.ts"
import type { Draft } from "../../contracts/fact.ts"
import { isHeldUp } from "../../registry/open-work.ts"
import { defineCommand, senderOf } from "../define-command.ts"
import { spill } from "../performers/spill.ts"
import { isRunning } from "../state/state.ts"
import { pendingCalls } from "../state/take-up.ts"

export const say = defineCommand<Say>({
  kind: "say",
  promote(state, command, { ids, healthNews, workspace, checks = [], toolChoice: usual }) {
    const { turn } = state
    const busy = isRunning(turn)
    if (isHeldUp(state)) return "later"
    if (busy && (command.whenBusy === "queue" || turn.cancelled)) return "later"
    const { content: input, blobs } = spill(command.input)
    const from = { input, ...senderOf(command) }
    const down = busy ? undefined : healthNews?.(state)
    const isElsewhere = workspace !== undefined && workspace !== state.session?.workspace
    // A retry repeats the turn as it was, with its model, its tools, its context, and what its answer has to fit.
    const again = command.retry === true ? { ...state.turn, ...command } : command
    const { model, tools, context, output, approval, priority, toolChoice = usual } = again
    const pending = command.retry === true ? pendingCalls(state) : []
    const about = {
      checks,
      ...(pending.length > 0 && { takesUp: pending }),
      ...(isElsewhere && { workspace }),
      ...defined({ model, tools, output, approval, priority, context, down }),
      ...(toolChoice !== undefined && toolChoice !== "auto" && { toolChoice }),
    }
    const fact: Draft = busy
      ? { type: "input-added", turn: turn.number, ...from, ...defined({ approval }) }
      : { type: "turn-started", turn: state.turns + 1, trace: ids.next(), ...from, ...about }
    return { fact, blobs }
  },
})
