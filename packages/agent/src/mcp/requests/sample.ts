// A server's request to the agent's model. The person sees it first and may decline. Its cost counts for the session.
import { type CreateMessageRequestParams, ProtocolError } from "@modelcontextprotocol/client"
import { sha256 } from "../../base/blob.ts"
import type { Stop } from "../../contracts/answer.ts"
import { type Part, plainText, text } from "../../contracts/content.ts"
import type { Message } from "../../contracts/message.ts"
import type { ToolContext } from "../../tools/tool.ts"
import { isRecord } from "../config.ts"
import { indented } from "../display-text.ts"

export interface Sampling {
  readonly server: string
  readonly context: ToolContext
  readonly signal: AbortSignal
}

const ALLOW = "Allow"
const ALLOW_ALL = "Allow all of this call"
const DENY = "Deny"

export async function sample(params: CreateMessageRequestParams, sampling: Sampling) {
  const { context, signal } = sampling
  const { askModel } = context
  if (askModel === undefined) throw refused("There is no model to ask here.")
  const blobs = new Map<string, Uint8Array>()
  const messages = params.messages.map((message) => toMessage(message, blobs))
  if (!(await isAllowed(params, messages, sampling))) throw refused("The user did not allow it.")
  const { systemPrompt = "", temperature, maxTokens } = params
  const { reply, model } = await askModel(
    {
      system: systemPrompt,
      messages,
      blobs,
      ...(temperature !== undefined && { sampling: { temperature } }),
      outputTokens: maxTokens,
    },
    { signal },
  )
  if (reply.kind === "failure") throw new ProtocolError(-32603, `The model could not answer: ${reply.error.message}`)
  const content = { type: "text", text: reply.text } as const
  return { role: "assistant", model, content, stopReason: STOPS[reply.stop] } as const
}

const STOPS: Readonly<Record<Stop, string>> = {
  end: "endTurn",
  "max-tokens": "maxTokens",
  "tool-calls": "endTurn",
  refused: "endTurn",
  other: "endTurn",
}

/** Calls for which the person allowed any number of requests. */
const allowed = new WeakSet<ToolContext>()

async function isAllowed(
  { systemPrompt }: CreateMessageRequestParams,
  messages: readonly Message[],
  { server, context, signal }: Sampling,
): Promise<boolean> {
  if (allowed.has(context)) return true
  const said = messages.map((message) => `${message.role}: ${wordsOf(message)}`)
  const prompt = [...(systemPrompt === undefined ? [] : [`system: ${systemPrompt}`]), ...said].join("\n")
  const question = `MCP server "${server}" wants to ask the model, at your cost:\n    ${indented(prompt)}`
  try {
    const answer = await context.ask?.({ question, suggestions: [ALLOW, ALLOW_ALL, DENY], otherwise: DENY }, { signal })
    if (answer === ALLOW_ALL) allowed.add(context)
    return answer !== undefined && /^(allow( all of this call)?|y|yes)$/i.test(answer.trim())
  } catch {
    // The question expired or was cancelled: not allowed.
    return false
  }
}

/** The code that the specification defines for "the user rejected the request". */
function refused(why: string): ProtocolError {
  return new ProtocolError(-1, why)
}

function toMessage({ role, content }: CreateMessageRequestParams["messages"][number], blobs: Map<string, Uint8Array>) {
  const parts = (Array.isArray(content) ? content : [content]).map((block) => toPart(block, blobs))
  if (role === "user") return { role, parts } as const
  return { role: "assistant", text: plainText(parts), reasoning: [], calls: [] } as const
}

function toPart(block: unknown, blobs: Map<string, Uint8Array>): Part {
  if (!isRecord(block)) return text("")
  if (block.type === "text") return text(String(block.text))
  if (typeof block.data !== "string") return text(`[${String(block.type)}]`)
  const bytes = new Uint8Array(Buffer.from(block.data, "base64"))
  const hash = sha256(bytes)
  blobs.set(hash, bytes)
  return { type: "blob", hash, mime: String(block.mimeType), size: bytes.length }
}

function wordsOf(message: Message): string {
  if (message.role === "assistant") return message.text
  return message.parts.map((part) => (part.type === "text" ? part.text : `[${part.mime}]`)).join(" ")
}
