// The public API of @pawl/agent. A test pins this list: everything here is a promise.

export { type Agent, createAgent } from "./agent/create-agent.ts"
export type { AgentOptions, OpenOptions, ToolSearchOptions } from "./agent/options.ts"
export type { OrchestrateOptions } from "./agent/planner-wiring.ts"
export { type FailureKind, failureKind, type Level } from "./base/taxonomy.ts"
export type { ContextProvider, ProviderContext } from "./context/providers/provider.ts"
export type { Answer, Failure, Reply } from "./contracts/answer.ts"
export type { ApprovalOf, Command } from "./contracts/command.ts"
export type { BlobPart, BytesPart, FilePart, Input, InputPart, Part, TextPart } from "./contracts/content.ts"
export type { Budget, ContextReport, Section } from "./contracts/context.ts"
export type { ChildKind, ChildRequest, DelegationOptions } from "./contracts/delegation.ts"
export { type ErrorCode, isPawlError, PawlError } from "./contracts/error.ts"
export type { Event } from "./contracts/event.ts"
export type { EffectClass, Fact, Grant, ToolOutcome, TurnOutcome } from "./contracts/fact.ts"
export type { UndoLimits } from "./contracts/files.ts"
export type {
  AnsweredCall,
  AnsweredTurn,
  Finish,
  FinishCheck,
  FinishFinding,
  WrittenAsText,
} from "./contracts/finish-check.ts"
export type { Json, JsonObject } from "./contracts/json.ts"
export type { Message } from "./contracts/message.ts"
export type { AiSdkModel, AnyModel, Model, ModelRequest, ToolDefinition } from "./contracts/model.ts"
export type { Phase, PlanStep } from "./contracts/plan.ts"
export type { Metadata, SessionRow, Status, Store } from "./contracts/store.ts"
export type { Note, Task, TaskStatus } from "./contracts/tasks.ts"
export type { Embedder } from "./contracts/tool-index.ts"
export type { Effect, Restored } from "./contracts/undo.ts"
export type { Usage } from "./contracts/usage.ts"
export { commandRuleProblem } from "./features/approval/policy/allowed-commands.ts"
export { grantLike } from "./features/approval/policy/grant-like.ts"
export type { Grants } from "./features/approval/policy/grants.ts"
export { structureChecks, triggerChecks } from "./features/finish/checks.ts"
export type { Retrieval, RetrievalOptions } from "./features/retrieval/retrieval.ts"
export type { Categories, Prefilter, ToolChoice } from "./features/tool-choice/tool-choice.ts"
export type { Change, FileChange } from "./features/undo/changes.ts"
export type { Checkpoint } from "./features/undo/checkpoints.ts"
export type { FileReport, RewindOptions, UndoOptions, UndoReport } from "./features/undo/undo.ts"
export { type ModelOptions, modelFrom } from "./model/providers.ts"
export type { Observer } from "./observe/observer.ts"
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
export type { PluginStatus } from "./plugins/status.ts"
export { type OwnProfile, ownProfile } from "./profiles/own-profile.ts"
export type { MakeProfile, Profile, ProfileOptions } from "./profiles/profile.ts"
export { profiles } from "./profiles/profiles.ts"
export { redact } from "./secrets/redact.ts"
export { type CleanedUp, type CleanUpOptions, cleanUp } from "./session/clean-up.ts"
export type { ForkOptions } from "./session/fork.ts"
export type { DecideOptions, Decision, SendOptions, Session, TurnResult } from "./session/handle.ts"
export type { SessionLimits } from "./session/limits.ts"
export type { TurnStream } from "./session/turn-stream.ts"
export { memory } from "./store/memory.ts"
export { sqlite } from "./store/open-sqlite.ts"
export { type SchemaChecker, type SchemaCheckerOptions, schemaChecker } from "./tools/json-schema.ts"
export type { ApprovalPolicy } from "./tools/prepare.ts"
export {
  PartialResult,
  type Tool,
  type ToolContext,
  ToolFailure,
  type ToolOutput,
  tool,
  type Verified,
  type VerifyContext,
} from "./tools/tool.ts"
