// What is written and not yet sent, for each session. It survives a reload.
import { Observable } from "../../data/observable.ts"
import { ownKey } from "../../data/own.ts"
import { readStored, removeStored, writeStored } from "../../data/storage.ts"
import type { ApprovalMode } from "../../data/view/session-view.ts"
import { type Attachment, forget } from "./attachments.ts"
import { keepAttachments } from "./kept-attachments.ts"

export interface Draft {
  readonly text: string
  readonly attachments: readonly Attachment[]
  /** The agent's own model unless chosen. */
  readonly model?: string
  readonly approval?: ApprovalMode
  /** The fact of the message that it is to replace. */
  readonly edits?: number
}

/** Of the page where sessions begin. */
export const NEW_SESSION = "new"

const drafts = new Map<string, Observable<Draft>>()
const keyOf = (session: string) => ownKey(`draft/${session}`)

export function draftOf(session: string): Observable<Draft> {
  const key = keyOf(session)
  const known = drafts.get(key)
  if (known !== undefined) return known
  const draft = new Observable<Draft>({ text: "", ...kept(session, stored(key)), attachments: [] })
  drafts.set(key, draft)
  let own = draft.get().text
  draft.subscribe(() => {
    const now = kept(session, draft.get())
    store(key, { ...now, text: wordsLeft(key, now.text, own) })
    own = now.text
  })
  keepAttachments(key, draft)
  return draft
}

/** Of several tabs the last one that writes is stored. Where the words of a tab are sent or deleted, those of another one stay. */
function wordsLeft(key: string, now: string, own: string): string {
  if (now !== "") return now
  const { text = "" } = stored(key)
  return text === own ? "" : text
}

/** A session keeps how much may run unasked in it. A new one begins with what the workspace wants. */
function kept<D extends Partial<Draft>>(session: string, draft: D): D {
  if (session !== NEW_SESSION) return draft
  const { approval: _, ...rest } = draft
  return rest as D
}

/** The text and the attachments are gone. What was chosen stays, except for what may run unasked in the next new session. */
export function clearDraft(session: string): void {
  const draft = draftOf(session)
  for (const attachment of draft.get().attachments) forget(attachment)
  draft.update((now) => kept(session, { ...now, text: "", attachments: [] }))
}

/** After what is written there already. */
export function addToDraft(session: string, text: string): void {
  draftOf(session).update((draft) => ({ ...draft, text: draft.text.trim() === "" ? text : `${draft.text}\n\n${text}` }))
}

function stored(key: string): Partial<Draft> {
  try {
    return JSON.parse(readStored(key) ?? "{}") as Partial<Draft>
  } catch {
    return {}
  }
}

function store(key: string, { attachments: _, ...draft }: Draft): void {
  const isEmpty = draft.text === "" && draft.model === undefined && draft.approval === undefined
  if (isEmpty) removeStored(key)
  else writeStored(key, JSON.stringify(draft))
}
