// The subpath @pawl/agent/store: what every store has in common, for those who write another one.

export { messageOf } from "./contracts/error.ts"
export { type Names, refuseUnknown, type UnknownHow } from "./contracts/known-options.ts"
export { dayName, readDay } from "./contracts/limits.ts"
export { GOES_ON_MS, HEAD_START_MS } from "./contracts/queue.ts"
export { titleOf } from "./kernel/state/title.ts"
export {
  filesIn,
  filesSaid,
  isBusy,
  isTooMuch,
  type OwnerQueue,
  priorityWith,
  refusalOf,
  type Situation,
  type StoreQueue,
  type Waiting,
  waitingOf,
} from "./store/admit.ts"
export { HeldRuns } from "./store/held-runs.ts"
export { KnownBlobs } from "./store/known-blobs.ts"
export { checkNumbers, newRow, runnerUnknown } from "./store/new-session.ts"
export { parseFact } from "./store/parse-fact.ts"
export { changedCommand } from "./store/queue-change.ts"
export { excerptOf, searchedText, wordsIn } from "./store/searched-text.ts"
export { type Flag, type SessionColumns, toSessionRow, toUsageRow, type UsageColumns } from "./store/sql-rows.ts"
export { changedTags, nameToSearch } from "./store/tags.ts"
export { withoutAccents } from "./text/normalise.ts"
