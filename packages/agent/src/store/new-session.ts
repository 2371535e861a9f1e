// The row of a new session, and the check that every append numbers its facts correctly.
import { defined } from "../base/defined.ts"
import { PawlError } from "../contracts/error.ts"
import type { Columns, Metadata, NewSession, SessionRow } from "../contracts/sessions.ts"
import type { Append } from "../contracts/store.ts"
import { noUsage } from "../contracts/usage.ts"
import { titleOf } from "../kernel/state/title.ts"

/** The row of a session in the list, before anything is appended to it. */
export function newRow(session: NewSession): SessionRow {
  const { opened, past } = session
  const { workspace, ...columns } = past?.columns ?? newColumns(opened.at)
  const own = opened.type === "session-opened" ? opened.workspace : undefined
  return {
    id: session.id,
    seq: 1 + (past?.facts.length ?? 0),
    profile: session.profile,
    owner: session.owner ?? null,
    parent: session.parent?.session ?? null,
    ...defined({ parentKind: session.parent?.kind }),
    createdAt: opened.at,
    workspace: workspace ?? own ?? null,
    metadata: noMetadata,
    archivedAt: null,
    title: titleOf(null, columns.preview),
    ...columns,
  }
}

const noMetadata: Metadata = { title: null, pinned: false, archived: false }

function newColumns(at: number): Columns {
  return {
    status: "idle",
    dueAt: null,
    openRequests: [],
    turns: 0,
    messages: 0,
    usage: noUsage,
    preview: "",
    updatedAt: at,
    error: null,
  }
}

/** A gap in the numbers could never be repaired, so a writer that miscounts is rejected before it writes. */
export function checkNumbers(append: Append): void {
  const { session, expectedSeq, facts } = append
  for (let index = 0; index < facts.length; index++) {
    const seq = facts[index]?.seq
    const expected = expectedSeq + 1 + index
    if (seq === expected) continue
    throw new PawlError(
      "store-failed",
      `A fact for session "${session}" is numbered ${seq}, but ${expected} comes next. ` +
        `Nothing was written; number facts from expectedSeq + 1.`,
    )
  }
}

/** For a runner that acquires a lease before it has joined. */
export function runnerUnknown(runner: string): PawlError {
  return new PawlError(
    "store-failed",
    `Runner "${runner}" asked for a lease but has not joined the store. ` +
      `Call leases.join before leases.acquire, and join again after leases.leave.`,
  )
}
