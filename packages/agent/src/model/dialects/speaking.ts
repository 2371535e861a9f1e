// A model that is spoken to in a dialect: requests are written in it, answers are read from it.
import type { Answer, AskedCall, Reply, Stop } from "../../contracts/answer.ts"
import type { Dialect, ReadAnswer, WrittenCall } from "../../contracts/dialect.ts"
import {
  type AskOptions,
  type Model,
  type ModelRequest,
  sentCharsOf,
  type ToolDefinition,
  withAsk,
} from "../../contracts/model.ts"
import { fullName } from "./reading/tool-names.ts"

export function speaking(model: Model, dialect: Dialect): Model {
  const write = (request: ModelRequest) => dialect.write(request, { jsonSchema: model.takesAnswerSchema === true })
  return {
    ...withAsk(model, (request, how) => ask({ model, dialect, write }, request, how)),
    sentChars: (request) => sentCharsOf(model, write(request)),
  }
}

interface Spoken {
  readonly model: Model
  readonly dialect: Dialect
  readonly write: (request: ModelRequest) => ModelRequest
}

async function ask({ model, dialect, write }: Spoken, request: ModelRequest, how: AskOptions): Promise<Reply> {
  const { signal, onReasoning } = how
  let told = ""
  const onText = (text: string) => {
    told += text
    how.onText(text)
  }
  // A tool that was not offered may be called all the same.
  const tools = request.known ?? request.tools
  const reader = dialect.read(tools, { onText, onThinking: onReasoning })
  let heard = 0
  const push = (piece: string) => {
    heard += piece.length
    reader.push(piece)
  }
  const reply = await model.ask(write(request), { signal, onReasoning, onText: push })
  // Half a call is no text: what was held back when it broke off stays untold.
  if (reply.kind === "failure") return told === "" ? withoutText(reply) : { ...reply, text: told }
  // Some models tell nothing until the end.
  if (reply.text.length > heard) push(reply.text.slice(heard))
  return toAnswer(reply, reader.end(), tools)
}

function withoutText(reply: Reply & { kind: "failure" }): Reply {
  const { text: _raw, ...rest } = reply
  return rest
}

function toAnswer(answer: Answer, read: ReadAnswer, tools: readonly ToolDefinition[]): Answer {
  const calls = [...answer.calls, ...read.calls.map((call) => toAsked(call, tools))]
  return {
    ...answer,
    text: read.text,
    calls,
    problems: [...answer.problems, ...read.problems],
    stop: stopOf(answer.stop, calls.length > 0),
  }
}

/** An answer that was cut off stays one, whatever calls it holds. */
function stopOf(stop: Stop, hasCalls: boolean): Stop {
  return hasCalls && (stop === "end" || stop === "other") ? "tool-calls" : stop
}

/** By the tool's full name, where its server was named apart. */
export function toAsked({ server, ...call }: WrittenCall, tools: readonly ToolDefinition[]): AskedCall {
  if (server === undefined || server === "local") return call
  const full = fullName({ server, name: call.name })
  if (tools.some(({ name }) => name === full)) return { ...call, name: full }
  // Our names have only characters that every provider takes.
  const plain = full.replace(/[^\w-]/g, "_")
  return { ...call, name: tools.some(({ name }) => name === plain) ? plain : full }
}
