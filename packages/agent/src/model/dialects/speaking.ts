// Wraps a model so that requests are written in a dialect and answers are parsed from it.
import type { Answer, AskedCall, Reply, Stop } from "../../contracts/answer.ts"
import { Asking } from "../../contracts/asking.ts"
import type { Dialect, ReadAnswer, WrittenCall } from "../../contracts/dialect.ts"
import {
  type AskOptions,
  type FitTool,
  type Model,
  type ModelRequest,
  sentCharsOf,
  type ToolDefinition,
  withAsk,
} from "../../contracts/model.ts"
import { ownArguments } from "../wire/fit/property-names.ts"
import { cutAtLimit } from "./reading/problems.ts"
import { fullName } from "./reading/tool-names.ts"

export function speaking(model: Model, dialect: Dialect): Model {
  const write = async (request: ModelRequest): Promise<Written> => {
    const jsonSchema = model.takesAnswerSchema === true
    const fit = jsonSchema ? await model.toolFitting?.() : undefined
    const said = request.toolChoice === undefined || dialect.name === "native" ? request : withChoiceInWords(request)
    return { request: dialect.write(said, { jsonSchema, ...(fit && { fit }) }), ...(fit && { fit }) }
  }
  return {
    ...withAsk(model, (request, how) => ask({ model, dialect, write }, request, how)),
    sentChars: async (request) => sentCharsOf(model, (await write(request)).request),
  }
}

/** A model whose calls are text gets the choice as text. Tools that it may not call are not explained to it. */
function withChoiceInWords({ toolChoice, ...request }: ModelRequest): ModelRequest {
  if (toolChoice === "none") return { ...request, tools: NONE }
  const what = typeof toolChoice === "object" ? `the tool "${toolChoice.tool}"` : "a tool"
  const words = `Your next answer has to be a call of ${what}.`
  return { ...request, system: request.system.trim() === "" ? words : `${request.system}\n\n${words}` }
}

const NONE: readonly ToolDefinition[] = []

interface Written {
  readonly request: ModelRequest
  /** How the answer schema represents tools. */
  readonly fit?: FitTool
}

interface Spoken {
  readonly model: Model
  readonly dialect: Dialect
  readonly write: (request: ModelRequest) => Promise<Written>
}

async function ask({ model, dialect, write }: Spoken, request: ModelRequest, how: AskOptions): Promise<Reply> {
  const { onReasoning } = how
  let emitted = ""
  const onText = (text: string) => {
    emitted += text
    how.onText(text)
  }
  // A model may call a tool that this request does not offer.
  const tools = request.known ?? request.tools
  const reader = dialect.read(tools, { onText, onThinking: onReasoning })
  let received = 0
  const push = (piece: string) => {
    received += piece.length
    reader.push(piece)
  }
  const { request: written, fit } = await write(request)
  const reply = await model.ask(written, new Asking(Asking.stopOf(how), push, onReasoning))
  // Half a call is not text: what the reader held back when the answer broke off is dropped.
  if (reply.kind === "failure") return emitted === "" ? withoutText(reply) : { ...reply, text: emitted }
  // Some models stream nothing and return the text only at the end.
  if (reply.text.length > received) push(reply.text.slice(received))
  return toAnswer(reply, reader.end(), { tools, ...(fit && written.answerSchema && { fit }) })
}

/** Restores argument names that were changed for the answer schema to suit the provider. */
function withOwnNames(call: AskedCall, tools: readonly ToolDefinition[], fit: FitTool): AskedCall {
  const tool = tools.find(({ name }) => name === call.name)
  return tool === undefined ? call : { ...call, arguments: ownArguments(call.arguments, fit(tool).names) }
}

function withoutText(reply: Reply & { kind: "failure" }): Reply {
  const { text: _raw, ...rest } = reply
  return rest
}

interface ReadBy {
  readonly tools: readonly ToolDefinition[]
  /** How the answer schema represented the tools. */
  readonly fit?: FitTool
}

function toAnswer(answer: Answer, whole: ReadAnswer, { tools, fit }: ReadBy): Answer {
  const read = answer.stop === "max-tokens" ? withoutCutCall(whole, answer.text) : whole
  const asked = read.calls.map((call) => toAsked(call, tools))
  const calls = [...answer.calls, ...(fit === undefined ? asked : asked.map((call) => withOwnNames(call, tools, fit)))]
  return {
    ...answer,
    text: read.text,
    calls,
    problems: [...answer.problems, ...read.problems],
    stop: stopOf(answer.stop, calls.length > 0),
  }
}

/**
 * Dialects accept calls that models forget to close. If the output limit ended the answer, an open call may lack more of
 * its arguments, or the end of a value, so it is dropped and reported as a problem.
 */
function withoutCutCall(read: ReadAnswer, written: string): ReadAnswer {
  const last = read.calls.at(-1)
  if (last === undefined) return read
  const isEmpty = Object.keys(last.arguments).length === 0
  if (last.isOpen !== true && !(isEmpty && !CLOSED.test(written))) return read
  return {
    ...read,
    calls: read.calls.slice(0, -1),
    problems: [...read.problems, cutAtLimit(last.name, written)],
  }
}

const CLOSED = /[}\])>`]\s*$/

/** An answer that was cut off keeps that stop reason, whatever calls it holds. */
function stopOf(stop: Stop, hasCalls: boolean): Stop {
  return hasCalls && (stop === "end" || stop === "other") ? "tool-calls" : stop
}

/** Uses the tool's full name where the model named the server separately. */
export function toAsked(
  { server, isOpen: _closed, ...call }: WrittenCall,
  tools: readonly ToolDefinition[],
): AskedCall {
  if (server === undefined || server === "local") return call
  const full = fullName({ server, name: call.name })
  if (tools.some(({ name }) => name === full)) return { ...call, name: full }
  // Tool names hold only characters that every provider accepts.
  const plain = full.replace(/[^\w-]/g, "_")
  return { ...call, name: tools.some(({ name }) => name === plain) ? plain : full }
}
