// The demo's model: a script that, like a real model, knows nothing but the request it is given. So it plays the same part in
// the process that begins the turn and in the one that finishes it.
import type { Message, Model } from "@pawl/agent"
import { call, type ScriptReply, type ScriptRequest, scripted } from "@pawl/agent/testing"
import { steadyClock } from "./steady-clock.ts"

export function demoModel(chunkMs: number): Model {
  const pace = chunkMs > 0 ? { chunkMs, clock: steadyClock } : {}
  return scripted(reply, { name: "demo-script", ...pace })
}

function reply(request: ScriptRequest): ScriptReply {
  const seen = readConversation(request)
  if (seen.files === undefined) return { text: "Let me see which files there are.", calls: [call("list_files")] }
  if (seen.doubtful !== undefined) {
    const text = `I cannot tell whether "${seen.doubtful.from}" was renamed. I look before I try again.`
    return { text, calls: [call("list_files")] }
  }
  const file = seen.files.find((name) => name.startsWith("Screenshot "))
  if (file === undefined) return `Done. All ${seen.renamed} screenshots are named after their titles.`
  const title = seen.titles.get(file)
  if (title !== undefined) return { calls: [call("rename_file", { from: file, to: `${title}.txt` })] }
  return { text: `${verified(seen)}What is "${file}" about?`, calls: [call("read_title", { file })] }
}

function verified({ checked, files = [] }: Seen): string {
  if (checked === undefined) return ""
  return files.includes(checked.to) ? `"${checked.to}" is there: it was done, and I go on. ` : "It was not done. "
}

interface Rename {
  readonly from: string
  readonly to: string
}

/** What the conversation tells about the folder. */
interface Seen {
  files?: readonly string[]
  titles: Map<string, string>
  renamed: number
  /** A rename with an unknown outcome, not looked into yet. */
  doubtful?: Rename | undefined
  /** The rename that the latest listing was made to look into. */
  checked?: Rename | undefined
}

function readConversation({ messages }: ScriptRequest): Seen {
  const seen: Seen = { titles: new Map(), renamed: 0 }
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
  if (message.name === "read_title") seen.titles.set(String(given?.file), text)
  else if (message.name === "list_files") readListing(seen, text.split("\n"))
  else if (message.failed) seen.doubtful = rename
  else readRename(seen, rename)
}

function readListing(seen: Seen, files: readonly string[]): void {
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
