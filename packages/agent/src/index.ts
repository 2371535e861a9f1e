// The public API of @pawl/agent. A test pins this list: everything here is a promise.
import "./agent/node-version.ts"

export type { SessionFilter } from "./agent/agent.ts"
export { type Agent, createAgent } from "./agent/create-agent.ts"
export type {
  AgentOptions,
  ContextOfNeeded,
  ContextSupplied,
  OpenOptions,
  ToolSearchOptions,
} from "./agent/options.ts"
export type { OrchestrateOptions } from "./agent/planner-wiring.ts"
export { type FailureKind, failureKind, type Level } from "./base/taxonomy.ts"
export type { ContextProvider, ProviderContext } from "./context/providers/provider.ts"
export type { Answer, AskedCall, ErrorClass, Failure, ModelError, Problem, Reply, Stop } from "./contracts/answer.ts"
export type { Clock, Ids } from "./contracts/clock.ts"
export type {
  AnswerQuestion,
  ApprovalMode,
  ApprovalOf,
  Approve,
  AskCompaction,
  AskRestore,
  Cancel,
  Command,
  QueueChange,
  Say,
  TurnModel,
  Unsend,
} from "./contracts/command.ts"
export type { BlobPart, BytesPart, FilePart, Input, InputPart, Part, TextPart } from "./contracts/content.ts"
export type { Budget, ContextReport, Estimate, Section } from "./contracts/context.ts"
export type { ApprovalReply, ChildKind, ChildRequest, DelegationOptions } from "./contracts/delegation.ts"
export { type ErrorCode, isPawlError, PawlError } from "./contracts/error.ts"
export type { ApprovalAsked, Event, EventBody } from "./contracts/event.ts"
export type {
  Cut,
  EffectClass,
  Fact,
  Grant,
  LastWords,
  Parent,
  Risk,
  ToolOutcome,
  TurnError,
  TurnOutcome,
} from "./contracts/fact.ts"
export type { ErrorDetails, FailureRecord } from "./contracts/failure-record.ts"
export type { UndoLimits } from "./contracts/files.ts"
export type {
  AnsweredCall,
  AnsweredTurn,
  Finish,
  FinishCheck,
  FinishFinding,
  Verdict,
  WrittenAsText,
} from "./contracts/finish-check.ts"
export type { Drive, DriveOptions, DriveResult, ServeOptions, Serving, SessionHost } from "./contracts/host.ts"
export type { Json, JsonObject } from "./contracts/json.ts"
export type {
  LimitMet,
  LimitName,
  LimitScope,
  Limits,
  LimitsOf,
  OwnerLimits,
  UsageLimits,
  UsageQuery,
  UsageRow,
  WaitingLimits,
} from "./contracts/limits.ts"
export type { AssistantMessage, Call, Message, Reasoning, ToolMessage, UserMessage } from "./contracts/message.ts"
export type {
  AiSdkModel,
  AnswerForm,
  AnswerForms,
  AnyModel,
  AskOptions,
  FitTool,
  Media,
  Model,
  ModelRequest,
  Sampling,
  ToolDefinition,
} from "./contracts/model.ts"
export type { Phase, PlanStep } from "./contracts/plan.ts"
export type { ModelPrice, Prices } from "./contracts/price.ts"
export type { Priority, Standing } from "./contracts/queue.ts"
export type { RateLeft, RateLimiter, RateLimits, RateNews, RateTable } from "./contracts/rates.ts"
export type { Metadata, MetadataChange, OpenRequest, SessionQuery, SessionRow, Status } from "./contracts/sessions.ts"
export type { Store } from "./contracts/store.ts"
export type { Note, Task, TaskStatus } from "./contracts/tasks.ts"
export type { Embedder } from "./contracts/tool-index.ts"
export type {
  ApprovalRequest,
  AsideReply,
  AsideRequest,
  AskApproval,
  AskAside,
  AskPerson,
  OwnState,
  Question,
} from "./contracts/toolbox.ts"
export type { ContextOf, NeedsContext, TurnAbout } from "./contracts/turn-about.ts"
export type { ToolChoice, TurnOutput } from "./contracts/turn-output.ts"
export type { Effect, Restored } from "./contracts/undo.ts"
export type { Usage } from "./contracts/usage.ts"
export { commandRuleProblem } from "./features/approval/policy/allowed-commands.ts"
export { grantLike } from "./features/approval/policy/grant-like.ts"
export type { Grants } from "./features/approval/policy/grants.ts"
export type { ContextNumbers } from "./features/compaction/ways.ts"
export type { Exchange, ExchangeAnswer, ExchangeFailure } from "./features/exchange/exchange.ts"
export { structureChecks, triggerChecks } from "./features/finish/checks.ts"
export type { CallToPermit, Permits } from "./features/offer/permits.ts"
export type { ModelToPermit, PermitsModel } from "./features/offer/permits-model.ts"
export type { Categories, Prefilter, ToolOffer } from "./features/offer/tool-offer.ts"
export type { InferOutput, OutputSchema } from "./features/output/compile-output.ts"
export type { RefreshReport } from "./features/retrieval/protocol.ts"
export type { Retrieval, RetrievalOptions } from "./features/retrieval/retrieval.ts"
export type {
  CardApproval,
  CardQuestion,
  ThinkingPart,
  ToolCard,
  TranscriptAnswer,
  TranscriptInput,
  TranscriptMessage,
  TranscriptOptions,
  TranscriptPage,
  TranscriptTurn,
} from "./features/transcript/transcript.ts"
export type { Imported } from "./features/transfer/import-session.ts"
export type { Change, FileChange } from "./features/undo/changes.ts"
export type { Checkpoint } from "./features/undo/checkpoints.ts"
export type { FileReport, RestoreOptions, RewindOptions, UndoOptions, UndoReport } from "./features/undo/undo.ts"
export type { Retries, RetryKind, RetrySchedule } from "./kernel/rules/retry-schedule.ts"
export type { BrokenServer, McpConfig, McpEntry, OAuthEntry } from "./mcp/config.ts"
export type { About as ServerAbout } from "./mcp/connection.ts"
export type { McpOptions } from "./mcp/mcp-tools.ts"
export type { McpPrompt, PromptArgument } from "./mcp/prompts.ts"
export type { RestartPolicy } from "./mcp/restart-policy.ts"
export type { ServerStatus } from "./mcp/server-link.ts"
export type { ServerTool } from "./mcp/server-tool.ts"
export type { Health as ServerHealth, ServerState, Timing as ServerTiming } from "./mcp/supervisor.ts"
export { type ModelOptions, modelFrom } from "./model/providers.ts"
export type { Environment } from "./model/wire/connections.ts"
export type { Limits as RequestLimits } from "./model/wire/limits.ts"
export type { Observer, RunnerRecord } from "./observe/observer.ts"
export type { MissingSetting } from "./plugins/availability.ts"
export type { LogLevel, PluginPaths, ProviderAbout } from "./plugins/plugin.ts"
export {
  type Availability,
  type Need,
  type Plugin,
  type PluginContext,
  type PluginLog,
  type PluginLogRecord,
  type PluginProvider,
  type PluginSettings,
  type PluginTool,
  plugin,
  type ToolRun,
} from "./plugins/plugin.ts"
export type { PluginOptions } from "./plugins/plugins.ts"
export { Secret, secret } from "./plugins/secret.ts"
export type { SettingStatus } from "./plugins/settings.ts"
export type { PartStatus, PluginStatus } from "./plugins/status.ts"
export { type OwnProfile, ownProfile } from "./profiles/own-profile.ts"
export type { InterruptedTools, MakeProfile, Profile, ProfileOptions } from "./profiles/profile.ts"
export { profiles } from "./profiles/profiles.ts"
export type { Draft } from "./registry/facts.ts"
export type { KnownSecrets } from "./secrets/known-secrets.ts"
export { redact } from "./secrets/redact.ts"
export { type CleanedUp, type CleanUpOptions, cleanUp } from "./session/clean-up.ts"
export type { ForkOptions } from "./session/fork.ts"
export type { DecideOptions, Decision, SendOptions, Session, TurnResult, TypedResult } from "./session/handle.ts"
export type { AnswerOptions, AnswerTo, CompactOptions, FollowOptions, WhenBusy } from "./session/handle-types.ts"
export type { OpenRequestInfo, SessionInfo } from "./session/open-requests.ts"
export type { QueuedMessage } from "./session/queued-messages.ts"
export type { InboxRequest, RequestQuery } from "./session/request-inbox.ts"
export type { SessionView } from "./session/session-view.ts"
export type { TurnStream } from "./session/turn-stream.ts"
export type { Archive, ArchivedStore, BackupReport, SearchOptions, SessionHit, VacuumReport } from "./store/archive.ts"
export { memory } from "./store/memory.ts"
export { sqlite } from "./store/open-sqlite.ts"
export type { SqliteOptions } from "./store/sqlite.ts"
export type { Aliases } from "./tools/aliases.ts"
export type { InferInput, InputSchema, StandardSchema } from "./tools/input-schema.ts"
export { type SchemaChecker, type SchemaCheckerOptions, schemaChecker } from "./tools/json-schema.ts"
export type { OnlyTools } from "./tools/only-tools.ts"
export type { ApprovalPolicy, ApproveCall, CallToApprove } from "./tools/prepare.ts"
export type { FailureOutcome } from "./tools/tool.ts"
export {
  type EffectNamed,
  PartialResult,
  type Tool,
  type ToolContext,
  ToolFailure,
  type ToolOutput,
  type ToolParts,
  tool,
  toolFor,
  type Verified,
  type VerifyContext,
} from "./tools/tool.ts"
export type { ResultLimits } from "./tools/truncate.ts"
export type { BuiltinOptions } from "./workspace/builtin-tools.ts"
export type { FetchOptions } from "./workspace/fetch-url.ts"
export type { CommandOptions } from "./workspace/run-command.ts"
export type { SearchOptions as FileSearchOptions } from "./workspace/search-files.ts"
