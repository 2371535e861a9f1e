// Long sessions over the real wire: a model that reads as often
// as it is asked to, a summariser, and what each request showed.
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import type { AgentOptions } from "../../packages/agent/src/agent/options.ts"
import type { Event } from "../../packages/agent/src/contracts/event.ts"
import type { Json, JsonObject } from "../../packages/agent/src/contracts/json.ts"
import { modelFrom } from "../../packages/agent/src/model/providers.ts"
import type { Script, ScriptReply, ScriptRequest } from "../../packages/agent/src/model/scripted.ts"
import { openAiObjections } from "../../packages/agent/src/model/strict/history.ts"
import type { TurnResult } from "../../packages/agent/src/session/handle.ts"
import type { Fault } from "../../packages/agent/src/testing/model-server/faults.ts"
import { modelServer, type ServedRequest } from "../../packages/agent/src/testing/model-server.ts"
import { type Tool, tool } from "../../packages/agent/src/tools/tool.ts"
import { MODEL_FORMATS, type ModelFormat, shownIn } from "./model-formats.ts"

export interface LongSession {
  readonly profile: string
  /** Words in each result of `read_file`. */
  readonly long?: number
  readonly tools?: readonly Tool[]
  /** A summariser's answer, by how often one was asked before. */
  readonly summary?: (count: number) => ScriptReply
  readonly fault?: (request: ServedRequest, index: number) => Fault | undefined
  readonly agent?: Partial<AgentOptions>
  /** Replaces the usual story, in which "read N" reads file N and reports what it saw. */
  readonly script?: (request: ScriptRequest, speech: ModelFormat) => ScriptReply | undefined
}

export const text = (long: number, word = "words") => Array.from({ length: long }, () => word).join(" ")

export function readFile(long: number): Tool {
  return tool({
    name: "read_file",
    description: "Reads a file.",
    input: { type: "object", properties: { path: { type: "string" } } },
    effect: "read",
    run: ({ path }) => `Content of ${String(path)}: ${text(long)}`,
  })
}

export async function longSession(setup: LongSession) {
  const { profile, long = 100, summary = (count) => `Summary ${count + 1}: files were read.` } = setup
  const speech = MODEL_FORMATS[profile] as ModelFormat // Every profile has one.
  let summaries = 0
  const usual: Script = (request) => {
    if (isSummary(request.request.system)) return summary(summaries++)
    const own = setup.script?.(request, speech)
    if (own !== undefined) return own
    const [, wanted = ""] = /read (\d+)(?![\s\S]*read \d)/.exec(lastWords(request)) ?? []
    const isRead = shownIn(request).includes(`Content of notes/${wanted}.md`)
    return wanted === "" || isRead
      ? speech.final(`I have read ${wanted}.`)
      : speech.call("read_file", { path: `notes/${wanted}.md` })
  }
  const server = await modelServer({ script: usual, ...(setup.fault && { fault: setup.fault }) })
  const model = modelFrom("openai:m", { baseUrl: server.openai, apiKey: "k", env: {} })
  const tools = [readFile(long), ...(setup.tools ?? [])]
  const agent = await createAgent({ model, tools, profile, approve: "auto", ...setup.agent })
  const session = await agent.open()
  const events: Event[] = []
  const ask = async (said: string): Promise<TurnResult> => {
    const turn = session.send(said)
    for await (const event of turn) events.push(event)
    return turn.result()
  }
  const requests = () => server.requests.filter(({ body }) => !isSummary(systemOf(body)))
  return {
    agent,
    session,
    server,
    events,
    ask,
    /** Plays turns of one call each. */
    read: async (from: number, to: number) => {
      for (let number = from; number <= to; number++) await ask(`Please read ${number} for me.`)
    },
    requests,
    summariesAsked: () => server.requests.length - requests().length,
    objections: () => server.requests.flatMap(({ body }) => openAiObjections(body.messages as never)),
    [Symbol.asyncDispose]: async () => {
      await agent.close()
      await server.close()
    },
  }
}

/** The user's own words, without the notes that a profile puts around them. */
function lastWords(request: ScriptRequest): string {
  const users = request.messages.flatMap((message) => (message.role === "user" ? [JSON.stringify(message.parts)] : []))
  return users.findLast((words) => /Please read|Content of/.test(words) && /read \d/.test(words)) ?? ""
}

export function isSummary(system: string): boolean {
  return system.startsWith("You condense a conversation")
}

interface WireMessage {
  readonly role: string
  readonly content: string
  readonly calls: number
}

export function messagesIn({ body }: Pick<ServedRequest, "body">): readonly WireMessage[] {
  const messages = (body.messages ?? []) as readonly JsonObject[]
  return messages.map(({ role, content, tool_calls }) => ({
    role: String(role),
    content: typeof content === "string" ? content : JSON.stringify(content ?? ""),
    calls: Array.isArray(tool_calls) ? tool_calls.length : 0,
  }))
}

export function systemOf(body: JsonObject): string {
  const [first] = messagesIn({ body })
  return first?.role === "system" ? first.content : ""
}

export function toolsIn({ body }: ServedRequest): readonly Json[] {
  return Array.isArray(body.tools) ? (body.tools as readonly Json[]) : []
}

export function last<T>(list: readonly T[]): T {
  const found = list.at(-1)
  if (found === undefined) throw new Error("There is nothing.")
  return found
}
