// Handles an answer that is not valid, such as `"result": null`: its request fails now instead of at the deadline.
import type { JSONRPCMessage } from "@modelcontextprotocol/client"
import { isRecord } from "./config.ts"
import { MALFORMED } from "./explain-errors.ts"

/** The error to deliver in its place; undefined when it answers no request. */
export function malformedAnswer(text: string): JSONRPCMessage | undefined {
  const given = parsed(text)
  if (!isRecord(given) || "method" in given) return undefined
  const isAnswer = "result" in given || "error" in given
  const { id } = given
  return isAnswer && (typeof id === "number" || typeof id === "string") ? refusal(id) : undefined
}

export function refusal(id: number | string): JSONRPCMessage {
  return { jsonrpc: "2.0", id, error: { code: -32603, message: MALFORMED } }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
