// A call is about to take effect: the intent, durable before the tool runs.
import { defined } from "../../base/defined.ts"
import type { ApprovalMode } from "../../contracts/command.ts"
import type { Again, EffectClass, Grant } from "../../contracts/fact.ts"
import type { JsonObject } from "../../contracts/json.ts"
import type { FactDefinition } from "../define-fact.ts"
import { changeCall } from "../state/change-call.ts"
import type { CallState } from "../state/state.ts"

/** The fact that a call begins. */
export interface ToolStarted {
  readonly type: "tool-started"
  readonly call: string
  readonly asked: string
  readonly name: string
  readonly arguments: JsonObject
  readonly repairs: readonly string[]
  readonly effectKey: string
  readonly effect: EffectClass
  /** The grant that made an approval unnecessary. */
  readonly granted?: Grant
  /** The approval mode of the turn that made an approval unnecessary. */
  readonly mode?: ApprovalMode
  /** Set when the call was started before and a crash interrupted it: who decided to run it again. */
  readonly again?: Again
  /** The child session that does the work; the call waits for it. */
  readonly child?: string
  /** The call ends the turn, and there is nothing to run. */
  readonly ends?: true
}

export const toolStarted: FactDefinition<ToolStarted> = {
  type: "tool-started",
  version: 1,
  must: {
    call: "string",
    asked: "string",
    name: "string",
    arguments: "object",
    repairs: "strings",
    effectKey: "string",
    effect: "string",
  },
  may: { again: "string", granted: "object", mode: "string", child: "string" },
  fold: (state, fact) => changeCall(state, fact.call, (call) => started(call, fact)),
  events({ call, name, arguments: given, child, ends }, to) {
    to.forgetOutput(call)
    const more = { ...defined({ child, ends }) }
    return [to.event({ type: "tool-call", call, name, arguments: given, ...more })]
  },
  record: "paired",
  describe: ({ name, arguments: given, effect, child }, say) =>
    `${say.call(name, given)} ${say.quiet(`(${effect})`)}${child === undefined ? "" : ` -> ${child}`}`,
  // Observers get the arguments shortened and without secrets.
  secret: ["granted"],
  searched: ({ name, arguments: given }) => ({ kind: "result", text: `${name} ${JSON.stringify(given)}` }),
}

function started(call: CallState, { name, effect, child, arguments: given, repairs = [] }: ToolStarted): CallState {
  const begun: { -readonly [Field in keyof CallState]: CallState[Field] } = {
    ...call,
    stage: "started",
    starts: call.starts + 1,
    name,
    effect,
  }
  // The call starts over, so its earlier requests are void.
  if (call.asking !== undefined) delete begun.asking
  if (call.asksLeave !== undefined) delete begun.asksLeave
  if (call.leaves !== undefined) begun.leaves = 0
  if (child !== undefined) begun.child = child
  if (repairs.length > 0) begun.repaired = { arguments: given, repairs }
  return begun
}
