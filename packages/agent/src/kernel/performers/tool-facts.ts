// Builds the facts for the start and the end of a call.
import { toBlob } from "../../base/blob.ts"
import { defined } from "../../base/defined.ts"
import { childOf } from "../../contracts/delegation.ts"
import type { Again } from "../../contracts/fact.ts"
import type { Call } from "../../contracts/message.ts"
import type { PreparedCall, ToolResult } from "../../contracts/toolbox.ts"
import type { ToolFinished } from "../facts/tool-finished.ts"
import type { ToolStarted } from "../facts/tool-started.ts"
import type { Yielded } from "../performer.ts"
import { spill } from "./spill.ts"

export function toolStarted(
  call: Call,
  prepared: PreparedCall,
  { effectKey, again }: { readonly effectKey: string; readonly again: Again | undefined },
): ToolStarted {
  const { name, arguments: given, repairs, effect, ends, delegates = false } = prepared
  const started = { call: call.id, asked: call.name, name, arguments: given, repairs, effectKey, effect }
  const child = delegates ? { child: childOf(effectKey) } : {}
  const how = { ...defined({ again }), ...(ends !== undefined && { ends: true as const }) }
  return { type: "tool-started", ...started, ...how, ...child }
}

export function toolFinished(call: string, name: string, result: ToolResult, ms = 0): Yielded {
  const { full, ...shown } = result
  const { content, blobs } = spill(shown.content)
  const fact: ToolFinished = { type: "tool-finished", call, name, ...shown, content, ms }
  if (full === undefined) return { fact, blobs }
  const whole = toBlob(Buffer.from(full.text, "utf8"))
  const part = { type: "blob", hash: whole.hash, mime: "text/plain", size: whole.bytes.length } as const
  return { fact: { ...fact, full: part, cut: full.cut }, blobs: [...blobs, whole] }
}
