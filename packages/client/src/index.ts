// The public API of @pawl/client.
export { type Client, connect } from "./client.ts"
export type {
  CallOptions,
  OpenOptions,
  OperationName,
  RequestQuery,
  SearchOptions,
  SessionFilter,
  Sessions,
  StoredGrant,
  UsageQuery,
} from "./client-types.ts"
export { PawlClientError } from "./error.ts"
export type { WatchOptions } from "./follow.ts"
export type { BytesPart, FilePart, Input, InputPart } from "./input.ts"
export { newId } from "./new-id.ts"
export type { Pauses } from "./pause.ts"
export type { Resting } from "./resting-source.ts"
export type { Metadata, MetadataChange, SessionInfo, SessionRow } from "./rows.ts"
export { Session } from "./session.ts"
export type {
  AnswerOptions,
  AnswerTo,
  ApprovalOf,
  CompactOptions,
  DecideOptions,
  FollowOptions,
  ForkOptions,
  RewindOptions,
  SendOptions,
  TranscriptOptions,
  TranscriptPage,
  UndoOptions,
  WhenBusy,
} from "./session-types.ts"
export type { Stream } from "./source.ts"
export type { Asked, ConnectOptions } from "./transport.ts"
export { type TurnResult, TurnStream } from "./turn-stream.ts"
export type {
  ApprovalMode,
  BlobPart,
  Change,
  Checkpoint,
  ContextReport,
  Event,
  Exchange,
  Fact,
  Imported,
  InboxRequest,
  Json,
  Me,
  Message,
  Note,
  OpenRequestInfo,
  Operations,
  Part,
  QueuedMessage,
  SessionHit,
  SessionListEvent,
  SessionStatus,
  Task,
  TextPart,
  ToolCard,
  ToolDefinition,
  TranscriptTurn,
  UndoReport,
  Usage,
  UsageRow,
} from "./wire.ts"
