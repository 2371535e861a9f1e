// The contents of messages and calls, in the shape of the conventions. Recorded only on request, with secrets masked.
import type { Attributes } from "@opentelemetry/api"
import type { Part } from "../../contracts/content.ts"
import type { Fact } from "../../contracts/fact.ts"
import { redact } from "../../secrets/redact.ts"
import { finishReason, GEN_AI } from "./names.ts"

/** For the fact that begins or ends a span. */
export function contentOf(fact: Fact): Attributes {
  switch (fact.type) {
    case "turn-started":
      return { [GEN_AI.inputMessages]: json([{ role: "user", parts: partsOf(fact.input) }]) }
    case "turn-finished":
      return { [GEN_AI.outputMessages]: json([{ role: "assistant", parts: [said(fact.text)], finish_reason: "stop" }]) }
    case "model-answered": {
      const calls = fact.calls.map(({ id, name, arguments: given }) => ({
        type: "tool_call",
        id,
        name,
        arguments: given,
      }))
      const parts = [...(fact.text === "" ? [] : [said(fact.text)]), ...calls]
      return { [GEN_AI.outputMessages]: json([{ role: "assistant", parts, finish_reason: finishReason(fact.stop) }]) }
    }
    case "tool-started":
      return { [GEN_AI.toolArguments]: json(fact.arguments) }
    case "tool-finished":
      return { [GEN_AI.toolResult]: json(partsOf(fact.content)) }
    default:
      return {}
  }
}

function partsOf(parts: readonly Part[]): readonly object[] {
  return parts.map((part) => (part.type === "text" ? said(part.text) : { type: "blob", mime_type: part.mime }))
}

function said(content: string): object {
  return { type: "text", content }
}

function json(value: unknown): string {
  return redact(JSON.stringify(value))
}
