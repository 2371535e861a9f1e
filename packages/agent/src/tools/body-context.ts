// What a tool's body gets when it runs: the turn, and what the body may do.
import type { Writable } from "../base/writable.ts"
import type { RunOptions } from "../contracts/toolbox.ts"
import type { DeadlineControl } from "./deadline.ts"
import type { Guard } from "./guard.ts"
import type { Stop } from "./stop.ts"
import type { ToolContext } from "./tool.ts"
import { readApprovalRequest, readAside, readQuestion } from "./validate-requests.ts"

export interface BodyParts {
  readonly stop: Stop
  readonly deadline: DeadlineControl
  readonly guard: Guard
  readonly output: (text: string) => void
  readonly beforeChange: ToolContext["beforeChange"] | undefined
  readonly resultChars: number
}

/** Optional fields are added one by one: a spread between other fields costs more than all the rest. */
export function bodyContext(how: RunOptions, parts: BodyParts): ToolContext {
  const { stop, deadline, output, beforeChange, resultChars } = parts
  const { call, session, turn, owner, context: app, trace, effectKey, readResult, own } = how
  const alive = () => deadline.extend()
  const context = { call, session, turn, context: app, trace, effectKey, output, readResult, resultChars, alive }
  // An agent passes every request; only a toolbox by itself lacks some.
  const made = context as unknown as Writable<ToolContext> & Stopped
  if (owner !== undefined) made.owner = owner
  if (own !== undefined) made.own = own
  if (beforeChange !== undefined) made.beforeChange = beforeChange
  addRequests(made, how, parts)
  made[STOP] = stop
  return Object.defineProperty(made, "signal", SIGNAL)
}

/** While a person or a model is asked, the deadline stands still. */
function addRequests(context: Writable<ToolContext>, how: RunOptions, { deadline, guard }: BodyParts): void {
  const { ask, askModel, askApproval } = how
  if (ask !== undefined)
    context.ask = (question, more) => held(deadline, () => ask(guard.question(readQuestion(question)), more))
  if (askModel !== undefined)
    context.askModel = (request, more) => held(deadline, () => askModel(guard.aside(readAside(request)), more))
  if (askApproval !== undefined)
    context.askApproval = (request, more) =>
      held(deadline, () => askApproval(guard.approval(readApprovalRequest(request)), more))
}

async function held<Value>(deadline: DeadlineControl, work: () => Promise<Value>): Promise<Value> {
  const release = deadline.hold()
  try {
    return await work()
  } finally {
    release()
  }
}

const STOP = Symbol("stop")

interface Stopped {
  [STOP]: Stop
}

/** Made when the tool looks at it. One function for all calls: with a function of its own V8 would make each context a dictionary. */
const SIGNAL: PropertyDescriptor = {
  enumerable: true,
  configurable: true,
  get(this: Stopped) {
    return this[STOP].signal()
  },
}
