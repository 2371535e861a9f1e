// The log port, on top of the writer thread and the reader.

import type { Blob } from "../../contracts/blobs.ts"
import type { Append, Appended, Log } from "../../contracts/store.ts"
import { checkNumbers } from "../new-session.ts"
import type { Parts } from "./parts.ts"
import { toColumnValues, toFactRow, toOwnBytes, toSpentValues } from "./values.ts"

export function sqliteLog(parts: Parts): Log {
  const { writer, reading, log } = parts
  return {
    append: (append) => appendTo(parts, append),
    read: (session, after, limit, only) => reading.ask(() => log.facts(session, after, limit, only)),
    head: (session) => reading.ask(() => log.head(session)),
    saveSnapshot: async (session, snapshot) => {
      await writer.run<"snapshot">({ kind: "snapshot", session, snapshot })
    },
    readSnapshot: (session, version) => reading.ask(() => log.snapshot(session, version)),
  }
}

/** Undefined if the store has all of them, as in most appends. */
function unknownOf({ session, blobs }: Append, known: Parts["known"]): readonly Blob[] | undefined {
  if (blobs === undefined || blobs.length === 0) return undefined
  const unknown = known.unknown(session, blobs)
  return unknown.length === 0 ? undefined : unknown
}

async function appendTo({ writer, known }: Parts, append: Append): Promise<Appended> {
  checkNumbers(append)
  const { session, expectedSeq, epoch, consumed } = append
  const blobs = unknownOf(append, known)
  const appended = await writer.run<"append">({
    kind: "append",
    session,
    expectedSeq,
    epoch,
    facts: append.facts.map(toFactRow),
    columns: toColumnValues(append.columns),
    dueAt: append.columns.dueAt,
    consumed,
    blobs: blobs?.map(toOwnBytes),
    spent: append.spent?.map(toSpentValues),
  })
  if (appended.ok && blobs !== undefined) known.add(session, blobs)
  return appended
}
