// The subpath @pawl/agent/replay: checks a recorded session against the rules, and shows what was sent in it.

export { type RecordedRequest, recordedRequests } from "./replay/recorded-requests.ts"
export { recordedRules } from "./replay/recorded-rules.ts"
export { type ReplayOptions, replaySession } from "./replay/replay-session.ts"
export type { Divergence, DivergenceKind, ExactReplay, ReplayReport } from "./replay/report.ts"
