// Fact: what files hold is kept, before a call changes them or before they are put back.
import type { FileHashes } from "../../../contracts/undo.ts"
import type { FactDefinition } from "../../../kernel/define-fact.ts"
import { changeCall } from "../../../kernel/state/change-call.ts"
import { restoreCheckpoint } from "../slice.ts"

/** What files held before a call, or before they were put back; their bytes are blobs. */
export interface CheckpointMade {
  readonly type: "checkpoint-made"
  /** The call's id, or `restore:` and a command's id. */
  readonly checkpoint: string
  readonly files: FileHashes
  /** The workspace's real path. */
  readonly root?: string
  /** Permission bits. */
  readonly modes?: Readonly<Record<string, number>>
  /** What could not be kept, and why. */
  readonly skipped?: Readonly<Record<string, string>>
  /** For files that could not be kept, the stamp or hash by which they are known to be unchanged. */
  readonly seen?: FileHashes
  /** Total size of what was kept. */
  readonly bytes?: number
  /** Folders that these files would need and that did not exist. */
  readonly folders?: readonly string[]
}

export const checkpointMade: FactDefinition<CheckpointMade> = {
  type: "checkpoint-made",
  version: 1,
  must: { checkpoint: "string", files: "object" },
  may: { root: "string", modes: "object", skipped: "object", seen: "object", folders: "strings" },
  fold(state, { checkpoint, files, bytes = 0, skipped = {}, seen = {} }) {
    const counted = { ...state, keptBytes: state.keptBytes + bytes }
    const { restore } = state
    if (restore !== undefined && checkpoint === restoreCheckpoint(restore.command))
      return { ...counted, restore: { ...restore, unkept: skipped } }
    return changeCall(counted, checkpoint, (call) => ({ ...call, before: { ...files, ...seen } }))
  },
  describe: ({ files, skipped }, say) => say.quiet(say.short(Object.keys({ ...files, ...skipped }).join(", "))),
  secret: ["files", "modes", "skipped", "seen", "root", "folders"],
  hashes: ({ files }) => Object.values(files),
}
