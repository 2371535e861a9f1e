// Detects an answer that ends with a call written as text, in a form that the model was not told to use. Nothing would
// run it, and the user would see it as the answer. The answer's fact records the finding.
import type { Reply } from "../contracts/answer.ts"
import { type Model, type ToolDefinition, withAsk } from "../contracts/model.ts"

/** `wanted`: the dialect that the model's calls are parsed in. */
export function withWrittenCalls(model: Model, wanted: string): Model {
  return withAsk(model, async (request, how) => {
    const reply = await model.ask(request, how)
    if (!mayHoldCall(reply, request.tools)) return reply
    // The parsers are loaded only when there is something to parse.
    const { callAtEnd } = await import("./dialects/call-at-end.ts")
    const found = callAtEnd(reply.text, request.tools)
    return found === undefined ? reply : { ...reply, written: { ...found, wanted } }
  })
}

type Answer = Extract<Reply, { kind: "answer" }>

/** A cheap check first: most answers end in prose or name no tool, and need no second parse. */
function mayHoldCall(reply: Reply, tools: readonly ToolDefinition[]): reply is Answer {
  if (reply?.kind !== "answer" || tools.length === 0) return false
  const { text, calls, problems, stop } = reply
  if (typeof text !== "string" || calls?.length !== 0 || problems?.length > 0 || stop === "max-tokens") return false
  return /[>\]})`~][ \t\r\n]*$/.test(text.slice(-200)) && tools.some(({ name }) => text.includes(shortName(name)))
}

/** The tool's name without its server: a model may leave the server out, or separate it from the tool in another way. */
function shortName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf("__") + 1, name.lastIndexOf(".")) + 1)
}
