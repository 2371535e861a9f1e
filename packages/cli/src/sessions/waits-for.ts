// What a session is doing, in one word, and what the messages sent to it wait for.
import type { SessionRow } from "@pawl/agent"

type Row = Pick<SessionRow, "id" | "status" | "dueAt" | "openRequests">

/** A session at rest with something due has a message that no process runs yet. */
export function statusWord({ status, dueAt }: Pick<Row, "status" | "dueAt">): string {
  return isAtRest(status) && dueAt !== null ? "queued" : status
}

/** What has to happen before a message in its inbox is answered. Undefined when nothing waits. */
export function waitsFor(row: Row, { isRemote = false } = {}): string | undefined {
  if (row.openRequests.length > 0) {
    const kinds = [...new Set(row.openRequests.map(({ kind }) => kind))].join(", ")
    return `a person's decision (${kinds}): run "pawl resume ${row.id}" on a terminal`
  }
  if (!isAtRest(row.status)) return "the end of the turn that runs now"
  if (row.dueAt === null) return undefined
  return isRemote ? "the server" : `a process that runs it: "pawl worker", or "pawl resume ${row.id}"`
}

/** Something is due, and only a process that runs the session is missing. */
export function needsRunner({ status, dueAt, openRequests }: Row): boolean {
  return openRequests.length === 0 && isAtRest(status) && dueAt !== null
}

function isAtRest(status: Row["status"]): boolean {
  return status === "idle" || status === "failed"
}
