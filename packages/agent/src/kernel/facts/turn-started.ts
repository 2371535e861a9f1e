// User input arrived while no turn was running, so a turn begins.
import { defined } from "../../base/defined.ts"
import type { ApprovalMode, TurnModel } from "../../contracts/command.ts"
import { type Part, titleWords } from "../../contracts/content.ts"
import type { FromCommand } from "../../contracts/fact.ts"
import type { Json } from "../../contracts/json.ts"
import type { Priority } from "../../contracts/queue.ts"
import type { ToolChoice, TurnOutput } from "../../contracts/turn-output.ts"
import { noUsage } from "../../contracts/usage.ts"
import type { FactDefinition } from "../define-fact.ts"
import { closeTurn } from "../state/close-turn.ts"
import { said } from "../state/messages.ts"
import { noCounters } from "../state/state.ts"
import { hasPending, takenUp } from "../state/take-up.ts"
import { PREVIEW_CHARS } from "../state/title.ts"

/** The fact that a turn begins. */
export interface TurnStarted extends FromCommand {
  readonly type: "turn-started"
  readonly turn: number
  readonly trace: string
  readonly input: readonly Part[]
  /**
   * The names of the finish checks that apply to the turn's answers, in order. A turn of an older log has none: its
   * nudges and abandoned answers stay in later requests, as they were sent.
   */
  readonly checks?: readonly string[]
  /** Set when the turn retries the previous one: these pending calls continue before the model is asked. */
  readonly takesUp?: readonly string[]
  /** The turn's workspace, when it differs from that of the turn before. */
  readonly workspace?: string
  /** The turn's own model, in place of the agent's. */
  readonly model?: TurnModel
  /** The tools that the turn may use, by name or by the beginning of a name; all of them unless given. */
  readonly tools?: readonly string[]
  /** What the final answer has to fit. */
  readonly output?: TurnOutput
  /** Whether the model has to call a tool in its first answer, or must not in any. Absent: as it sees fit. */
  readonly toolChoice?: Exclude<ToolChoice, "auto">
  /** What runs unasked in the turn; absent: as the agent's policy says. */
  readonly approval?: ApprovalMode
  /** How soon it was to run; absent: as soon as others. */
  readonly priority?: Exclude<Priority, "normal">
  /** What the application passed for the turn, where the agent stores contexts. */
  readonly context?: Json
  /** Models of the chain that other sessions recently could not reach, by index. */
  readonly down?: Readonly<Record<number, { readonly at: number; readonly times: number }>>
}

export const turnStarted: FactDefinition<TurnStarted> = {
  type: "turn-started",
  version: 1,
  must: { turn: "number", command: "string", trace: "string", input: "parts" },
  may: {
    workspace: "string",
    checks: "strings",
    takesUp: "strings",
    model: "object",
    tools: "strings",
    output: "object",
    approval: "string",
    priority: "string",
  },
  fold(state, fact) {
    const { workspace, takesUp } = fact
    // The turn continues the one before, and takes over its state.
    const before = takesUp !== undefined && hasPending(state.turn) ? state.turn : undefined
    const closed = before === undefined ? closeTurn(state) : state
    const { session } = closed
    return {
      ...closed,
      ...(session !== undefined && workspace !== undefined && { session: { ...session, workspace } }),
      waiting: [...closed.waiting, said(fact.seq, fact.input)],
      withheld: closed.withheld.filter(({ until }) => until === "session"),
      turns: fact.turn,
      down: fact.down === undefined ? closed.down : { ...closed.down, ...fact.down },
      preview: state.preview === "" ? titleWords(fact.input).slice(0, PREVIEW_CHARS).toWellFormed() : state.preview,
      turn: {
        number: fact.turn,
        trace: fact.trace,
        command: fact.command,
        startedAt: fact.at,
        cancelled: false,
        iteration: 0,
        asks: 0,
        spokenAt: 0,
        begins: before?.begins ?? closed.history.length,
        ...ownOptions(fact),
        changing: [],
        cut: before?.cut ?? false,
        kept: "",
        calls: takenUp(before?.calls ?? [], takesUp ?? []),
        usage: noUsage,
        workMs: 0,
        toolCalls: 0,
        counters: noCounters,
      },
    }
  },
  events: ({ turn, trace, input, command, approval }, to) => [
    to.event({ type: "turn-start", turn, trace, input, command, ...defined({ approval }) }),
    to.event({ type: "loop-start", turn }),
  ],
  countsFrom: () => 0,
  record: "paired",
  describe: ({ turn, trace, input }, say) => `turn ${turn}, trace ${trace}: ${say.short(say.parts(input), 60)}`,
  secret: ["input", "workspace", "context"],
  searched: ({ input }, textOf) => ({ kind: "said", text: textOf(input) }),
}

/** The options of this turn only, as far as it has any. */
function ownOptions({ checks, model, tools, output, toolChoice, approval, priority, context }: TurnStarted) {
  return defined({ checks, model, tools, output, toolChoice, approval, priority, context })
}
