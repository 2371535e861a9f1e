// Edits what was said: its words and files wait in a composer of their own, and are sent in a branch.
import { newId, type Part } from "@pawl/client"
import { blobUrl } from "../act/call/blob-url.ts"
import { client } from "../data/client.ts"
import type { LiveSession } from "../data/live-session.ts"
import type { ViewTurn } from "../data/view/session-view.ts"
import { said } from "./begin-session.ts"
import { type Attachment, attachmentOf } from "./composer/attachments.ts"
import { clearDraft, draftOf } from "./composer/draft.ts"
import type { Outgoing } from "./composer/outgoing.ts"
import { textOf } from "./message/user-message.tsx"
import { startOf } from "./session-actions.ts"

/** Whose draft it is. */
export const keyOfEdit = (session: string) => `edit/${session}`

export async function beginEdit({ id }: LiveSession, turn: ViewTurn): Promise<void> {
  const parts = (turn.messages[0]?.parts ?? []) as readonly Part[]
  const { model, approval } = draftOf(id).get()
  const attachments = await Promise.all(parts.flatMap((part) => (part.type === "blob" ? [storedFile(id, part)] : [])))
  draftOf(keyOfEdit(id)).set({
    text: textOf(parts),
    attachments,
    edits: startOf(turn),
    ...(model !== undefined && { model }),
    ...(approval !== undefined && { approval }),
  })
}

type Stored = Extract<Part, { readonly type: "blob" }>

/** The server had it before: it has no limit here. */
async function storedFile(session: string, { hash, mime, name = "", size }: Stored): Promise<Attachment> {
  const answer = await fetch(blobUrl(session, hash)).catch(() => undefined)
  if (answer?.ok !== true) return { id: newId(), name, type: mime, size, problem: "unreadable" }
  const file = new File([await answer.arrayBuffer()], name, { type: mime })
  return attachmentOf(file, { maxFileBytes: Number.POSITIVE_INFINITY, formats: [mime] })
}

/** The id of the session with the past before the message, where it was sent. One that the server refuses leaves no branch behind. */
export async function resend(live: LiveSession, message: Outgoing): Promise<string> {
  const { edits = 1 } = draftOf(keyOfEdit(live.id)).get()
  const { id } = await client.call("sessions.fork", { params: { session: live.id }, body: { at: edits - 1 } })
  await said(id, newId(), message)
  const { whenBusy: _, ...chosen } = message.how
  // The next messages go to the same model.
  draftOf(id).update((draft) => ({ ...draft, ...chosen }))
  endEdit(live.id)
  return id
}

export function endEdit(session: string): void {
  clearDraft(keyOfEdit(session))
  draftOf(keyOfEdit(session)).set({ text: "", attachments: [] })
}
