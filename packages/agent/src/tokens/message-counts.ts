// Counts the pieces of messages and tool definitions. Messages and parts never change, so where they may be asked about
// again their counts are cached by object, for as long as the object lives.
import { DOCX, isText, type Part } from "../contracts/content.ts"
import type { AssistantMessage, Message } from "../contracts/message.ts"
import type { ToolDefinition } from "../contracts/model.ts"
import { addCounts, type Counts, countBytes, countText, countTexts, noCounts } from "./counts.ts"

const MESSAGE_TOKENS = 4
const CALL_TOKENS = 10
const IMAGE_TOKENS = 1200
const PDF_BYTES_A_TOKEN = 50
/** For PDFs shown as text: a small one may contain little besides text. */
const PDF_TEXT_BYTES_A_TOKEN = 6
const SMALL_PDF_TOKENS = 6000

/** Upper estimate for a PDF of this size; a PDF shown as text is cut to it. */
export function pdfTokens(size: number): number {
  const asText = Math.min(size / PDF_TEXT_BYTES_A_TOKEN, SMALL_PDF_TOKENS)
  return Math.ceil(Math.max(size / PDF_BYTES_A_TOKEN, asText))
}

/** Upper estimate for a Word document, which is compressed and always shown as text; its text is cut to it. */
export function docxTokens(size: number): number {
  return Math.ceil(Math.min(Math.max(size / 4, SMALL_DOCX_TOKENS), MAX_DOCX_TOKENS))
}

const SMALL_DOCX_TOKENS = 2000
const MAX_DOCX_TOKENS = 66_667

export function countMessage(message: Message): Counts {
  return kept(ofMessages, message, countOnce)
}

/** For whoever keeps the counts: a history adds up each message as it grows. */
export function countOnce(message: Message): Counts {
  return message.role === "assistant" ? countAssistant(message) : countParts(message)
}

export function countTools(tools: readonly ToolDefinition[]): Counts {
  return kept(ofTools, tools, () =>
    tools.reduce((sum, tool) => addCounts(sum, kept(ofTool, tool, countTool)), noCounts),
  )
}

const ofMessages = new WeakMap<Message, Counts>()
const ofParts = new WeakMap<Part, Counts>()
const ofTool = new WeakMap<ToolDefinition, Counts>()
const ofTools = new WeakMap<readonly ToolDefinition[], Counts>()

function kept<Key extends object>(cache: WeakMap<Key, Counts>, key: Key, count: (key: Key) => Counts): Counts {
  const known = cache.get(key)
  if (known !== undefined) return known
  const counts = count(key)
  cache.set(key, counts)
  return counts
}

/** A part of a user's message may be in others too: with a front, or joined. So its counts are kept for themselves. */
function countParts({ role, parts }: Exclude<Message, AssistantMessage>): Counts {
  const [only] = parts
  if (role === "tool" && parts.length === 1 && only?.type === "text")
    return countTexts([only.text], MESSAGE_TOKENS + CALL_TOKENS)
  let counts = tokens(MESSAGE_TOKENS + (role === "tool" ? CALL_TOKENS : 0))
  for (const part of parts) counts = addCounts(counts, kept(ofParts, part, countPart))
  return counts
}

function countPart(part: Part): Counts {
  if (part.type === "text") return countText(part.text)
  if (isText(part)) return countBytes(part.size)
  if (part.mime.startsWith("image/")) return tokens(IMAGE_TOKENS)
  if (part.mime === "application/pdf") return tokens(pdfTokens(part.size))
  if (part.mime === DOCX) return tokens(docxTokens(part.size))
  // Other files are named and not sent.
  return countText(`[${part.name ?? part.mime}, ${part.size} bytes]`)
}

function countAssistant({ text, reasoning, calls }: AssistantMessage): Counts {
  const texts = [text]
  for (const { text: thought, signature, redacted } of reasoning) {
    // Unsigned thinking is not sent back.
    if (signature === undefined && redacted === undefined) continue
    texts.push(thought, `${signature ?? ""}${redacted ?? ""}`)
  }
  for (const call of calls) texts.push(call.name, call.unreadable ?? JSON.stringify(call.arguments))
  return countTexts(texts, MESSAGE_TOKENS + CALL_TOKENS * calls.length)
}

function countTool({ name, description, inputSchema }: ToolDefinition): Counts {
  return countTexts([name, description, JSON.stringify(inputSchema)], CALL_TOKENS)
}

function tokens(fixed: number): Counts {
  return { ...noCounts, fixed }
}
