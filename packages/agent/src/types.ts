// The subpath @pawl/agent/types: types that the API mentions and that few programs name: the parts of a store, facts one by one, and the state
// that rules decide by. Types only; nothing here runs.

export type { Fitting, ModelSize } from "./context/fitting.ts"
export type { Layout } from "./context/prompt/sections.ts"
export type { ProfilePrompt } from "./context/prompt/texts.ts"
export type { Blob, BlobRange, BlobReader, Blobs } from "./contracts/blobs.ts"
export type { Admission, Enqueued, Identified, QueuedCommand, RefusalReason } from "./contracts/command.ts"
export type { CompactionReason, Contract, Mask, Said } from "./contracts/compaction.ts"
export type { Delegated } from "./contracts/delegation.ts"
export type {
  Again,
  Ending,
  FromCommand,
  Purpose,
  RequestChars,
  Stamp,
  StructuredPart,
  Withheld,
} from "./contracts/fact.ts"
export type { Acquired, Holder, Leases, Runner } from "./contracts/leases.ts"
export type { Spent } from "./contracts/limits.ts"
export type { SentTool } from "./contracts/model.ts"
export type { StepAsked, StepOutcome } from "./contracts/plan.ts"
export type {
  PlaceClosed,
  PlacesAsked,
  PlacesTaken,
  RateLesson,
  RatesListener,
  SharedRates,
} from "./contracts/rates.ts"
export type { ListedRecord, RecordQuery, Records, StoredRecord } from "./contracts/records.ts"
export type {
  AsSeen,
  Columns,
  DueQuery,
  DueSession,
  NewSession,
  SessionChanges,
  Sessions,
} from "./contracts/sessions.ts"
export type {
  Append,
  Appended,
  EnqueueOptions,
  Inbox,
  Live,
  LiveText,
  Log,
  Snapshot,
  UsageSums,
} from "./contracts/store.ts"
export type { FileHashes, RestorePlan, Wish } from "./contracts/undo.ts"
export type { Expire } from "./features/approval/expire.ts"
export type { ApprovalRequested } from "./features/approval/facts/approval-requested.ts"
export type { ApprovalSettled } from "./features/approval/facts/approval-settled.ts"
export type { AskedFor } from "./features/approval/policy/grants.ts"
export type { ApprovalCall, ApprovalState } from "./features/approval/slice.ts"
export type { Compact } from "./features/compaction/compact.ts"
export type { CompactionAsked } from "./features/compaction/facts/compaction-asked.ts"
export type { HistoryCompacted } from "./features/compaction/facts/history-compacted.ts"
export type { ContextPolicy } from "./features/compaction/policy.ts"
export type {
  Entry as HistoryEntry,
  Masked,
  Need as CompactionNeed,
  Shape,
  Strategy,
} from "./features/compaction/shape.ts"
export type { Compaction, CompactionState, CompactionTurn, Digest } from "./features/compaction/slice.ts"
export type { DelegationCall } from "./features/delegation/slice.ts"
export type { Judge } from "./features/finish/judge.ts"
export type { FinishTurn, Judgement } from "./features/finish/slice.ts"
export type { UsageLimitMet } from "./features/limits/facts/usage-limit-met.ts"
export type { LimitState, LimitTurn } from "./features/limits/slice.ts"
export type { CatalogueChanged } from "./features/offer/facts/catalogue-changed.ts"
export type { Offer, OfferState, OfferTurn } from "./features/offer/slice.ts"
export type { CheckOutputStep } from "./features/output/check-output.ts"
export type { CheckedOutput } from "./features/output/compile-output.ts"
export type { OutputChecked } from "./features/output/facts/output-checked.ts"
export type { CheckOutput } from "./features/output/live-outputs.ts"
export type { OutputCheck, OutputTurn } from "./features/output/slice.ts"
export type { PlanFailed } from "./features/plans/facts/plan-failed.ts"
export type { PlanMade } from "./features/plans/facts/plan-made.ts"
export type { PlanStepFinished } from "./features/plans/facts/plan-step-finished.ts"
export type { NotePlan } from "./features/plans/note-plan.ts"
export type { PlanOptions } from "./features/plans/options.ts"
export type { Plan, Routing, StepDone } from "./features/plans/plan.ts"
export type { PlanTurn } from "./features/plans/slice.ts"
export type { QuestionAnswered } from "./features/questions/facts/question-answered.ts"
export type { QuestionAsked } from "./features/questions/facts/question-asked.ts"
export type { QuestionWithdrawn } from "./features/questions/facts/question-withdrawn.ts"
export type { QuestionCall } from "./features/questions/slice.ts"
export type { TaskState, TaskTurn } from "./features/tasks/slice.ts"
export type { CheckpointMade } from "./features/undo/facts/checkpoint-made.ts"
export type { ConversationRewound } from "./features/undo/facts/conversation-rewound.ts"
export type { FilesRestored } from "./features/undo/facts/files-restored.ts"
export type { RestoreAsked } from "./features/undo/facts/restore-asked.ts"
export type { Restore } from "./features/undo/restore.ts"
export type { Restoring, UndoCall, UndoState, UndoTurn } from "./features/undo/slice.ts"
export type { InputAdded } from "./kernel/facts/input-added.ts"
export type { InputWithdrawn } from "./kernel/facts/input-withdrawn.ts"
export type { ModelAnswered } from "./kernel/facts/model-answered.ts"
export type { ModelAsked } from "./kernel/facts/model-asked.ts"
export type { ModelFailed } from "./kernel/facts/model-failed.ts"
export type { Nudged } from "./kernel/facts/nudged.ts"
export type { RequestHeld } from "./kernel/facts/request-held.ts"
export type { SessionOpened } from "./kernel/facts/session-opened.ts"
export type { ToolFinished } from "./kernel/facts/tool-finished.ts"
export type { ToolStarted } from "./kernel/facts/tool-started.ts"
export type { TurnCancelled } from "./kernel/facts/turn-cancelled.ts"
export type { TurnFinished } from "./kernel/facts/turn-finished.ts"
export type { TurnStarted } from "./kernel/facts/turn-started.ts"
export type { Rule } from "./kernel/rule.ts"
export type {
  AnswerState,
  Attempt,
  AttemptFailure,
  CallResult,
  CallStage,
  CoreCall,
  CoreState,
  CoreTurn,
  Counters,
  Down,
  Gauge,
  HeldRequest,
  RecentCall,
  WaitingInput,
} from "./kernel/state/core.ts"
export type { GrowList } from "./kernel/state/grow-list.ts"
export type { CallModel } from "./kernel/steps/call-model.ts"
export type { Finish as FinishStep } from "./kernel/steps/finish.ts"
export type { Nudge } from "./kernel/steps/nudge.ts"
export type { Rest } from "./kernel/steps/rest.ts"
export type { RunTool } from "./kernel/steps/run-tool.ts"
export type { ToolsChange } from "./mcp/all-tools.ts"
export type { AnyServer, LoadOptions, StdioServer } from "./mcp/config.ts"
export type { ScriptOptions } from "./model/scripted.ts"
export type { OpenAiDemands } from "./model/strict/history.ts"
export type { AnthropicBlock, AnthropicContent, AnthropicMessage, Source } from "./model/wire/anthropic-messages.ts"
export type { OpenAiMessage, OpenAiPart, OpenAiToolCall } from "./model/wire/openai-messages.ts"
export type { Where as RecordPlace } from "./observe/log-record.ts"
export type { SpanOptions } from "./observe/otel/spans.ts"
export type { ToolParts as PluginToolParts } from "./plugins/plugin.ts"
export type { LiveProvider } from "./plugins/running.ts"
export type { FactType } from "./registry/facts.ts"
export type { CallState, State, Turn } from "./registry/state.ts"
export type { ActiveStep, Step } from "./registry/steps.ts"
export type { KnownBlobs } from "./replay/check-model.ts"
export type { Asked as RecordedAsk, RecordedSection, RequestSources } from "./replay/recorded-requests.ts"
export type { RecordedOptions } from "./replay/recorded-rules.ts"
export type { ForkSurroundings } from "./session/fork-session.ts"
export type { Counts } from "./tokens/counts.ts"
export type { Weights } from "./tokens/weights.ts"
export type { StandardResult } from "./tools/input-schema.ts"
export type { ToolSource } from "./tools/tool.ts"
export type { Lookup } from "./workspace/fetch/guarded-fetch.ts"
