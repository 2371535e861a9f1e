// Builds the facts for the start and the end of a call.

import { toBlob } from "../../base/blob.ts"
import type { Writable } from "../../base/writable.ts"
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
  const { name, arguments: given, repairs, effect, ends, delegates } = prepared
  const fact: Writable<ToolStarted> = {
    type: "tool-started",
    call: call.id,
    asked: call.name,
    name,
    arguments: given,
    repairs,
    effectKey,
    effect,
  }
  if (again !== undefined) fact.again = again
  if (ends !== undefined) fact.ends = true
  if (delegates === true) fact.child = childOf(effectKey)
  return fact
}

export function toolFinished(call: string, name: string, result: ToolResult, ms = 0): Yielded {
  if (result.full !== undefined) return withFullText(call, name, result, ms)
  const { content, blobs } = spill(result.content)
  // Set after the spread: in a literal, fields behind a spread cost ten times as much.
  const unset: unknown = { type: "tool-finished", call, name, ...result }
  const fact = unset as Writable<ToolFinished> // Has all fields once these are set.
  fact.content = content
  fact.ms = ms
  return { fact, blobs }
}

function withFullText(call: string, name: string, { full, ...shown }: ToolResult, ms: number): Yielded {
  const { fact, blobs = [] } = toolFinished(call, name, shown, ms)
  if (full === undefined) return { fact, blobs }
  const whole = toBlob(Buffer.from(full.text, "utf8"))
  const part = { type: "blob", hash: whole.hash, mime: "text/plain", size: whole.bytes.length } as const
  return { fact: { ...fact, full: part, cut: full.cut } as ToolFinished, blobs: [...blobs, whole] }
}
