// The public API of @pawl/client.
export { type Client, connect } from "./client.ts"
export type {
  OpenOptions,
  RequestQuery,
  SearchOptions,
  SessionFilter,
  Sessions,
  StoredGrant,
  UsageQuery,
} from "./client-types.ts"
export { PawlClientError } from "./error.ts"
export type { BytesPart, FilePart, Input, InputPart } from "./input.ts"
export type { Pauses } from "./pause.ts"
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
  UndoOptions,
  WhenBusy,
} from "./session-types.ts"
export type { ConnectOptions } from "./transport.ts"
export { type TurnResult, TurnStream } from "./turn-stream.ts"
export type {
  BlobPart,
  Change,
  Checkpoint,
  ContextReport,
  Event,
  Fact,
  Imported,
  InboxRequest,
  Json,
  Me,
  Message,
  Note,
  OpenRequestInfo,
  Part,
  SessionHit,
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
