// Carries out an undo or rewind from a client: sends the command, and follows the events until it is done.
import { defined } from "../../base/defined.ts"
import type { BlobReader } from "../../contracts/blobs.ts"
import type { Command } from "../../contracts/command.ts"
import { PawlError } from "../../contracts/error.ts"
import type { Event, SubscribeOptions } from "../../contracts/event.ts"
import type { Files } from "../../contracts/files.ts"
import type { Wish } from "../../contracts/undo.ts"
import { putBack } from "./put-back.ts"
import { fileReports, noWorkspace, type UndoReport } from "./undo.ts"

export interface RestorePorts {
  /** Resolves with the seq of the log before the command. */
  readonly send: (command: Command) => Promise<number>
  readonly follow: (options: SubscribeOptions) => AsyncGenerator<Event, void, void>
  readonly failAfter: number
}

export async function carryOut(
  wish: Wish,
  { id, by }: { readonly id: string; readonly by?: string | undefined },
  { send, follow, failAfter }: RestorePorts,
): Promise<UndoReport> {
  const after = await send({ kind: "restore", id, ...wish, ...defined({ by }) })
  let report: UndoReport = { files: [], notUndone: wish.stays, changes: [], id }
  for await (const event of follow({ after, failAfter, deltas: false })) {
    if (event.type === "files-restored" && event.command === id) {
      if (event.refused !== undefined) throw new PawlError("command-refused", `Nothing was put back. ${event.refused}`)
      report = { ...report, files: fileReports(event.report, event.why, wish.files), changes: event.undoes }
      if (wish.to === undefined) return report
    }
    if (event.type === "conversation-rewound" && event.command === id)
      return { ...report, ...defined({ rewoundTo: wish.turn }) }
  }
  throw new PawlError(
    "agent-closed",
    "The agent was closed before the undo was finished. Open the session again to see its outcome.",
  )
}

/** The same without changing anything. */
export async function dryRun(
  wish: Wish,
  ports: { readonly files: Files | undefined; readonly blobs: BlobReader },
): Promise<UndoReport> {
  const { files, blobs } = ports
  const report = { notUndone: wish.stays, id: "", ...defined({ rewoundTo: wish.turn }) }
  if (wish.files === undefined) return { ...report, files: [], changes: [] }
  if (files === undefined) throw noWorkspace()
  const idle = { ...files, put: async () => {}, remove: async () => {}, removeFolder: async () => {} }
  const { signal } = new AbortController()
  const done = await putBack(wish.files, {}, { files: idle, blobs, signal, fence: async () => {} })
  return { ...report, files: fileReports(done?.report ?? {}, done?.why ?? {}, wish.files), changes: wish.files.undoes }
}
