// The demo's model: a script that, like a real model, knows nothing but its request. It reads what the pictures show in
// the OCR results. The process that begins the turn and the one that ends it use the same script.
import type { Message, Model } from "@pawl/agent"
import { call, type ScriptReply, type ScriptRequest, scripted } from "@pawl/agent/testing"
import { steadyClock } from "./steady-clock.ts"

export const OCR = "ocr__ocr_image"

export function demoModel(chunkMs: number): Model {
  const pace = chunkMs > 0 ? { chunkMs, clock: steadyClock } : {}
  return scripted(reply, { name: "demo-script", ...pace })
}

function reply(request: ScriptRequest): ScriptReply {
  request.needTool(OCR)
  const seen = readConversation(request)
  if (seen.files === undefined) return { text: "Let me see which files there are.", calls: [call("list_directory")] }
  if (seen.doubtful !== undefined) {
    const text = `I cannot tell whether "${seen.doubtful.from}" was renamed. I look before I try again.`
    return { text, calls: [call("list_directory")] }
  }
  const file = seen.files.find((name) => name.startsWith("Screenshot ") && !seen.unreadable.has(name))
  if (file === undefined) return lastWords(seen)
  const text = seen.texts.get(file)
  if (text === undefined) return { text: verified(seen), calls: [call(OCR, { path: file })] }
  return { calls: [call("move_file", { from: file, to: nameFor(text) })] }
}

/** Made from the first line, which is the title of most documents. */
function nameFor(text: string): string {
  const [title = ""] = text.split("\n", 1)
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? ["untitled"]
  return `${words.slice(0, 8).join("-")}.png`
}

function verified({ checked, files = [] }: Seen): string {
  if (checked === undefined) return ""
  return files.includes(checked.to) ? `"${checked.to}" is there: it was done, and I go on.` : "It was not done."
}

function lastWords({ renamed, unreadable }: Seen): string {
  if (unreadable.size === 0) return `Done. All ${renamed} screenshots are named after what they show.`
  return `I named ${renamed} screenshots, and could not read ${[...unreadable].join(", ")}.`
}

interface Rename {
  readonly from: string
  readonly to: string
}

/** What the messages say about the folder. */
interface Seen {
  files?: readonly string[]
  texts: Map<string, string>
  unreadable: Set<string>
  renamed: number
  /** A rename with an unknown outcome, not looked into yet. */
  doubtful?: Rename | undefined
  /** The rename that the latest listing was made to look into. */
  checked?: Rename | undefined
}

function readConversation({ messages }: ScriptRequest): Seen {
  const seen: Seen = { texts: new Map(), unreadable: new Set(), renamed: 0 }
  for (const message of messages) if (message.role === "tool") readResult(seen, message, messages)
  return seen
}

function readResult(seen: Seen, message: Extract<Message, { role: "tool" }>, messages: readonly Message[]): void {
  const given = messages
    .flatMap((each) => (each.role === "assistant" ? each.calls : []))
    .find(({ id }) => id === message.call)?.arguments
  const text = message.parts.map((part) => (part.type === "text" ? part.text : "")).join("")
  const rename = { from: String(given?.from), to: String(given?.to) }
  seen.checked = undefined
  if (message.name === OCR && message.failed) seen.unreadable.add(String(given?.path))
  else if (message.name === OCR) seen.texts.set(String(given?.path), text)
  else if (message.name === "list_directory") readListing(seen, text)
  else if (message.failed) seen.doubtful = rename
  else readRename(seen, rename)
}

/** One file a line, with its size behind it. */
function readListing(seen: Seen, text: string): void {
  const files = text.split("\n").map((line) => line.replace(/ \([^()]*\)$/, ""))
  const { doubtful } = seen
  if (doubtful !== undefined && files.includes(doubtful.to)) seen.renamed += 1
  seen.files = files
  seen.checked = doubtful
  seen.doubtful = undefined
}

function readRename(seen: Seen, { from, to }: Rename): void {
  seen.files = [...(seen.files ?? []).filter((file) => file !== from), to]
  seen.renamed += 1
}
