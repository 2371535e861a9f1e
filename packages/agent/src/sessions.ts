// The subpath @pawl/agent/sessions: what is done with sessions besides running them.

export { forkSession } from "./fork-session.ts"
export { type Imported, importSession } from "./import-session.ts"
export { type Cancelled, cancelSession } from "./session/cancel-session.ts"
export { removeSession } from "./session/remove-session.ts"
export { updateSession } from "./session/update-session.ts"
export { childrenIn, type Lists, listsIn } from "./state/lists.ts"
export {
  type Archive,
  archiveOf,
  type BackupReport,
  type SearchOptions,
  type SessionHit,
  type VacuumReport,
} from "./store/archive.ts"
export { exportSession } from "./store/transfer/export-session.ts"
