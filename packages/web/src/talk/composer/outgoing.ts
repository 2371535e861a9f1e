// A message as it leaves the composer.
import type { Input } from "@pawl/client"
import type { SendHow } from "../../data/sender.ts"
import type { Sent } from "../../data/view/session-view.ts"
import { bytesOf } from "./attachments.ts"
import type { Draft } from "./draft.ts"

export interface Outgoing {
  readonly input: Input
  /** As it is shown until the server tells of it. */
  readonly parts: Sent["parts"]
  readonly how: SendHow
}

export function outgoing(draft: Draft, whenBusy: "queue" | "steer"): Outgoing | undefined {
  const { text, attachments, model, approval } = draft
  const files = bytesOf(attachments)
  if (text.trim() === "" && files.length === 0) return undefined
  const said = text.trim() === "" ? [] : [{ type: "text" as const, text }]
  return {
    input: files.length === 0 ? text : [...said, ...files],
    parts: [...said, ...files.map(({ name = "" }) => ({ type: "file" as const, name }))],
    how: { whenBusy, ...(model !== undefined && { model }), ...(approval !== undefined && { approval }) },
  }
}
