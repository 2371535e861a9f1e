// What a tool's body gets when it runs: the turn, and what the body may do.
import type { Writable } from "../base/writable.ts"
import type { RunOptions } from "../contracts/toolbox.ts"
import type { Body } from "./body.ts"
import type { ToolContext } from "./tool.ts"
import { readApprovalRequest, readAside, readQuestion } from "./validate-requests.ts"

/** Optional fields are added one by one: a spread between other fields costs more than all the rest. */
export function bodyContext(body: Body, resultChars: number): ToolContext {
  const { how, guard } = body
  const { call, session, turn, owner, context: app, trace, effectKey, own } = how
  const output = (words: string) => body.print(words)
  const readResult = (earlier: string) => how.readResult(earlier)
  const alive = () => body.alive()
  const context = { call, session, turn, context: app, trace, effectKey, output, readResult, resultChars, alive }
  // An agent passes every request; only a toolbox by itself lacks some.
  const made = context as unknown as Writable<ToolContext> & Running
  const asking = how as Required<Pick<RunOptions, "ask" | "askModel" | "askApproval">> // Each is called only if it is there.
  if (owner !== undefined) made.owner = owner
  if (own !== undefined) made.own = own
  if (how.beforeChange !== undefined) made.beforeChange = () => body.beforeChange()
  if (how.ask !== undefined)
    made.ask = (question, more) => body.held(() => asking.ask(guard.question(readQuestion(question)), more))
  if (how.askModel !== undefined)
    made.askModel = (request, more) => body.held(() => asking.askModel(guard.aside(readAside(request)), more))
  if (how.askApproval !== undefined)
    made.askApproval = (request, more) =>
      body.held(() => asking.askApproval(guard.approval(readApprovalRequest(request)), more))
  made[BODY] = body
  return Object.defineProperty(made, "signal", SIGNAL)
}

const BODY = Symbol("body")

interface Running {
  [BODY]: Body
}

/** Made when the tool looks at it. One function for all calls: with a function of its own V8 would make each context a dictionary. */
const SIGNAL: PropertyDescriptor = {
  enumerable: true,
  configurable: true,
  get(this: Running) {
    return this[BODY].signal()
  },
}
