// After a crash a server may know what the log does not: Pawl asks it, with the effect key that was sent with the call.
import type { JsonObject } from "../contracts/json.ts"
import { type ToolContext, type ToolOutput, type Verified, type VerifyContext, WholeResult } from "../tools/tool.ts"
import { isRecord } from "./config.ts"
import type { ServerLink } from "./server-link.ts"

export interface Verifier {
  readonly verify: (effectKey: string, context: VerifyContext) => Promise<Verified>
}

/** The tool that the entry names (`verify`), or that the server marks itself. It need not be offered to models. */
export function verifyingTool({ server, usable }: Pick<ServerLink, "server" | "usable">): string | undefined {
  return server.verify ?? usable.find(({ verifies }) => verifies)?.name
}

export function verifierOf(link: Pick<ServerLink, "server" | "usable" | "call">): Verifier | undefined {
  const tool = verifyingTool(link)
  if (tool === undefined) return undefined
  return {
    // A server that asks while it verifies is told that no person can be asked.
    verify: async (effectKey, context) =>
      readVerified(await link.call({ tool, effect: "read", arguments: { effectKey } }, context as ToolContext)),
  }
}

const OUTCOMES = ["happened", "not-happened", "unknown"] as const

/** The word alone, or JSON: `{ "outcome": "happened", "result": … }`. Anything else counts as unknown. */
export function readVerified(output: ToolOutput): Verified {
  const words = wordsOf(output)
  for (const said of words) {
    const outcome = OUTCOMES.find((each) => each === said.trim())
    if (outcome !== undefined) return outcome
    const { outcome: stated, result } = parse(said)
    const known = OUTCOMES.find((each) => each === stated)
    if (known === "happened" && typeof result === "string") return { outcome: "happened", result }
    if (known !== undefined) return known
  }
  return "unknown"
}

function wordsOf(output: ToolOutput): readonly string[] {
  const shown = output instanceof WholeResult ? output.result.content : output
  const parts: readonly unknown[] = Array.isArray(shown) ? shown : []
  return parts.flatMap((part) => (isRecord(part) && typeof part.text === "string" ? [part.text] : []))
}

function parse(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? (value as JsonObject) : {} // Came from JSON.
  } catch {
    return {}
  }
}
