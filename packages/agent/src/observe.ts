// The subpath @pawl/agent/observe: what observers make of facts. Statistics, log records, traces.

export { traceFrom, traceIdOf } from "./base/trace-id.ts"
export type { ErrorDetails, FailureRecord } from "./contracts/failure-record.ts"
export type { Saying } from "./kernel/define-fact.ts"
export { type AuditRow, type AuditStatus, auditOf } from "./observe/audit.ts"
export type { ContextPoint } from "./observe/context-size.ts"
export { describeFact } from "./observe/describe-fact.ts"
export { type DoubtfulEffect, doubtfulEffects } from "./observe/effects.ts"
export type {
  Decision,
  LogRecord,
  ModelCall,
  ToolCall,
  Trim,
  TurnEnd,
  TurnFailure,
  TurnStart,
} from "./observe/log-record.ts"
export type { RunnerRecord } from "./observe/observer.ts"
export { type Recorder, recorder, recordsOf } from "./observe/recorder.ts"
export { percentile, type Spread } from "./observe/spread.ts"
export { applyStats, type ModelStats, noStats, type Stats, statsOf, type ToolStats } from "./observe/stats.ts"
