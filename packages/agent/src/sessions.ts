// The subpath @pawl/agent/sessions: operations on sessions besides running them.

export { type AttachmentProblem, attachmentProblem, mediaTypeOf } from "./agent/attachment-problem.ts"
export { matchingPaths, workspaceFiles } from "./agent/workspace-files.ts"
export { exportSession } from "./features/transfer/export-session.ts"
export { blobHashesIn } from "./features/transfer/hashes.ts"
export { type Imported, type ImportOptions, importSession } from "./features/transfer/import-session.ts"
export type { MovedRecords } from "./features/transfer/move-records.ts"
export { type Moved, type MoveOptions, moveStore } from "./features/transfer/move-store.ts"
export type { MovedSession, MoveOutcome } from "./features/transfer/moving.ts"
export { childrenIn, type Lists, listsIn } from "./kernel/state/lists.ts"
export { type Cancelled, cancelSession } from "./session/cancel-session.ts"
export { forkSession } from "./session/fork-session.ts"
export { removeSession } from "./session/remove-session.ts"
export { isDead } from "./session/runner-identity.ts"
export { updateSession } from "./session/update-session.ts"
export {
  type Archive,
  archiveOf,
  type BackupReport,
  type SearchOptions,
  type SessionHit,
  type VacuumReport,
} from "./store/archive.ts"
