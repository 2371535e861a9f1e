// How a model of each profile writes a call and a final answer
// over the wire: natively, or as text in the profile's dialect.
import type { JsonObject } from "../../packages/agent/src/contracts/json.ts"
import { call, type ScriptAnswer, type ScriptRequest } from "../../packages/agent/src/model/scripted.ts"

export interface ModelFormat {
  call(name: string, args?: JsonObject): ScriptAnswer
  final(text: string): ScriptAnswer
}

const native: ModelFormat = {
  call: (name, args = {}) => ({ calls: [call(name, args)] }),
  final: (text) => ({ text }),
}

const xml: ModelFormat = {
  call: (name, args = {}) => {
    const fields = Object.entries(args).map(([key, value]) => `<${key}>${String(value)}</${key}>`)
    return { text: `<tool><tool_name>${name}</tool_name><arguments>${fields.join("")}</arguments></tool>` }
  },
  final: (text) => xml.call("task_completion", { result: text }),
}

const structured: ModelFormat = {
  call: (name, args = {}) => ({ text: JSON.stringify({ tool: name, arguments: args }) }),
  final: (text) => ({ text: JSON.stringify({ type: "FinalResponse", answer: text }) }),
}

export const MODEL_FORMATS: Readonly<Record<string, ModelFormat>> = {
  default: native,
  "chat-service": native,
  "local-desktop": native,
  "xml-tools": xml,
  "structured-react": structured,
  terminal: native,
}

/** Everything the request shows, in whatever form. */
export function shownIn({ request }: ScriptRequest): string {
  return JSON.stringify(request.messages)
}
