// The types of the wire, written by "npm run client-types" from the OpenAPI document of @pawl/server. Do not edit.

export type Accepted = { readonly command: string; readonly after: number }

export type AnswerProblem = { readonly code: string; readonly message: string }

export type ApprovalMode = "ask" | "edits" | "plan" | "auto"

export type AssistantMessage = { readonly role: "assistant"; readonly text: string; readonly reasoning: readonly Reasoning[]; readonly calls: readonly Call[]; readonly abandoned?: true }

export type AuditEntry = { readonly at: number; readonly who: string; readonly what: string; readonly detail: { readonly [key: string]: Json }; readonly outcome: "done" | "refused" | "failed"; readonly code?: string; readonly trace?: string }

export type BlobPart = { readonly type: "blob"; readonly hash: string; readonly mime: string; readonly size: number; readonly name?: string }

export type Budget = { readonly window: number; readonly system: number; readonly tools: number; readonly toolsAll?: number; readonly history: number; readonly output: number; readonly safety: number; readonly remaining: number }

export type Call = { readonly id: string; readonly name: string; readonly arguments: { readonly [key: string]: Json }; readonly unreadable?: string; readonly rationale?: string; readonly touches?: readonly string[] }

export type CallEffect = { readonly call: string; readonly name: string; readonly arguments: { readonly [key: string]: Json }; readonly outcome: "ok" | "error" | "timeout" | "denied" | "unknown" | "refused" | "skipped" | "open" }

export type CardApproval = { readonly preview: string; readonly risk: Risk; readonly since: number; readonly decision?: "approved" | "denied"; readonly by?: string; readonly reason?: string; readonly from?: ChildRequest }

export type CardQuestion = { readonly text: string; readonly suggestions: readonly string[]; readonly since: number; readonly answer?: string }

export type Change = { readonly id: string; readonly kind: "call" | "restore"; readonly tool: string; readonly turn: number; readonly seq: number; readonly at: number; readonly root: string; readonly files: { readonly [key: string]: FileChange }; readonly skipped: { readonly [key: string]: string }; readonly folders: readonly string[] }

export type Checkpoint = { readonly turn: number; readonly at: number; readonly to: number; readonly said: string; readonly files: readonly string[]; readonly rewound: boolean }

export type ChildRequest = { readonly session: string; readonly call: string; readonly title?: string }

export type CleanedUp = { readonly failed: readonly string[]; readonly interrupted: readonly string[]; readonly archived: readonly string[]; readonly deleted: readonly string[] }

export type ContextReport = { readonly model: string; readonly budget: Budget; readonly sections: readonly { readonly name: string; readonly text: string; readonly place: "system" | "turn"; readonly tokens: number }[]; readonly messages: readonly { readonly message: Message; readonly tokens: number }[]; readonly tools: readonly { readonly tool: ToolDefinition; readonly tokens: number }[]; readonly system: string; readonly estimate: { readonly samples: number; readonly error: number } }

export type Covered = { readonly tool: string; readonly where?: { readonly [key: string]: string }; readonly exact?: true }

export type Cut = { readonly shown: number; readonly total: number }

export type Done = { readonly done: true }

export type Effect = { readonly call: string; readonly tool: string; readonly arguments: { readonly [key: string]: Json }; readonly at: number; readonly effectKey: string; readonly outcome: "unknown" | "open"; readonly found?: { readonly happened: boolean; readonly note?: string; readonly by: string; readonly at: number } }

export type Error = { readonly error: { readonly code: string; readonly message: string; readonly retryable: boolean; readonly retryAfterMs?: number; readonly trace: string } }

export type Event = { readonly type: "turn-start"; readonly turn: number; readonly input: readonly Part[]; readonly command: string; readonly approval?: ApprovalMode; readonly position: string; readonly trace: string } | { readonly type: "input-added"; readonly turn: number; readonly input: readonly Part[]; readonly command: string; readonly approval?: ApprovalMode; readonly position: string; readonly trace?: string } | { readonly type: "input-withdrawn"; readonly command: string; readonly by?: string; readonly position: string; readonly trace?: string } | { readonly type: "loop-start"; readonly turn: number; readonly position: string; readonly trace?: string } | { readonly type: "loop-end"; readonly turn: number; readonly position: string; readonly trace?: string } | { readonly type: "cancelled"; readonly turn: number; readonly position: string; readonly trace?: string } | { readonly type: "error"; readonly code: string; readonly message: string; readonly recoverable?: true; readonly position: string; readonly trace?: string } | { readonly type: "turn-end"; readonly turn: number; readonly outcome: TurnOutcome; readonly text: string; readonly error?: TurnError; readonly suggestions?: readonly string[]; readonly output?: Json; readonly usage: Usage; readonly position: string; readonly trace?: string } | { readonly type: "plan-made"; readonly steps: readonly PlanStep[]; readonly position: string; readonly trace?: string } | { readonly type: "step-start"; readonly step: number; readonly what: string; readonly position: string; readonly trace?: string } | { readonly type: "step-end"; readonly step: number; readonly outcome: "ok" | "failed"; readonly result: string; readonly position: string; readonly trace?: string } | { readonly type: "plan-failed"; readonly why: string; readonly position: string; readonly trace?: string } | { readonly type: "iteration-start"; readonly iteration: number; readonly attempt: string; readonly model: string; readonly phase?: "plan" | "route" | "synthesis"; readonly position: string; readonly trace?: string } | { readonly type: "text-start" | "text-end" | "thinking-start" | "thinking-end"; readonly attempt: string; readonly position: string; readonly trace?: string } | { readonly type: "text-delta"; readonly attempt: string; readonly text: string; readonly position: string; readonly trace?: string } | { readonly type: "thinking-delta"; readonly attempt: string; readonly text: string; readonly position: string; readonly trace?: string } | { readonly type: "answer-end"; readonly attempt: string; readonly text: string; readonly usage?: Usage; readonly position: string; readonly trace?: string } | { readonly type: "answer-discarded"; readonly attempt: string; readonly why: "crashed" | "failed" | "nudged"; readonly position: string; readonly trace?: string } | { readonly type: "model-error"; readonly attempt: string; readonly error: ModelError; readonly retryAt?: number; readonly position: string; readonly trace?: string } | { readonly type: "no-tool-call"; readonly attempt: string; readonly why: string; readonly position: string; readonly trace?: string } | { readonly type: "nudge"; readonly reason: string; readonly text: string; readonly position: string; readonly trace?: string } | { readonly type: "rate-wait"; readonly model: string; readonly until: number; readonly position: string; readonly trace?: string } | { readonly type: "retry-wait"; readonly until: number; readonly position: string; readonly trace?: string } | { readonly type: "context-budget"; readonly attempt: string; readonly budget: Budget; readonly position: string; readonly trace?: string } | { readonly type: "compaction-start"; readonly position: string; readonly trace?: string } | { readonly type: "compaction-done"; readonly strategy: string; readonly why?: "asked" | "threshold" | "overflow"; readonly tokens?: { readonly before: number; readonly after: number }; readonly lost: readonly string[]; readonly position: string; readonly trace?: string } | { readonly type: "compaction-failed"; readonly error: ModelError; readonly position: string; readonly trace?: string } | { readonly type: "files-restored"; readonly command: string; readonly report: { readonly [key: string]: Restored }; readonly why: { readonly [key: string]: string }; readonly undoes: readonly string[]; readonly refused?: string; readonly position: string; readonly trace?: string } | { readonly type: "conversation-rewound"; readonly command: string; readonly to: number; readonly turn?: number; readonly stays: readonly CallEffect[]; readonly position: string; readonly trace?: string } | { readonly type: "usage-limit"; readonly level: "near" | "reached"; readonly scope: "turn" | "session" | "owner"; readonly limit: "costUsd" | "tokens" | "ms" | "toolCalls"; readonly used: number; readonly max: number; readonly position: string; readonly trace?: string } | { readonly type: "approval-requested"; readonly call: string; readonly name: string; readonly arguments: { readonly [key: string]: Json }; readonly preview: string; readonly risk: Risk; readonly rationale?: string; readonly repairs?: readonly string[]; readonly contents?: readonly string[]; readonly question?: number; readonly expiresAt?: number; readonly from?: ChildRequest; readonly position: string; readonly trace?: string } | { readonly type: "approval-settled"; readonly call: string; readonly decision: "approved" | "denied"; readonly position: string; readonly trace?: string } | { readonly type: "question-asked"; readonly call: string; readonly question: string; readonly suggestions: readonly string[]; readonly otherwise?: string; readonly expiresAt?: number; readonly from?: ChildRequest; readonly position: string; readonly trace?: string } | { readonly type: "question-answered"; readonly call: string; readonly answer: string; readonly position: string; readonly trace?: string } | { readonly type: "question-withdrawn"; readonly call: string; readonly why: "timeout" | "not-needed"; readonly position: string; readonly trace?: string } | { readonly type: "tool-call"; readonly call: string; readonly name: string; readonly arguments: { readonly [key: string]: Json }; readonly child?: string; readonly ends?: true; readonly position: string; readonly trace?: string } | { readonly type: "tool-output"; readonly call: string; readonly offset: number; readonly text: string; readonly position: string; readonly trace?: string } | { readonly type: "tool-result"; readonly call: string; readonly name: string; readonly value?: Json; readonly content: readonly Part[]; readonly cut?: Cut; readonly ms: number; readonly position: string; readonly trace?: string } | { readonly type: "tool-error"; readonly call: string; readonly name: string; readonly outcome: "error" | "timeout" | "denied" | "unknown" | "refused" | "skipped"; readonly code?: string; readonly content: readonly Part[]; readonly cut?: Cut; readonly ms: number; readonly position: string; readonly trace?: string }

export type Exchange = { readonly attempt: string; readonly seq: number; readonly at: number; readonly turn: number; readonly model: string; readonly purpose?: "judge" | "summary" | "sampling"; readonly phase?: "plan" | "route" | "synthesis"; readonly budget?: Budget; readonly sections: readonly { readonly name: string; readonly hash: string; readonly text?: string }[]; readonly tools: readonly ToolDefinition[]; readonly messages: readonly Message[]; readonly answer?: { readonly seq: number; readonly ms: number; readonly usage?: Usage; readonly text: string; readonly reasoning: readonly Reasoning[]; readonly calls: readonly Call[]; readonly problems: readonly AnswerProblem[]; readonly stop: "end" | "tool-calls" | "max-tokens" | "refused" | "other" }; readonly failure?: { readonly seq: number; readonly ms: number; readonly usage?: Usage; readonly error: ModelError; readonly text?: string; readonly retryAt?: number } }

export type Fact = { readonly type: "session-opened" | "turn-started" | "input-added" | "input-withdrawn" | "model-asked" | "model-answered" | "model-failed" | "request-held" | "nudged" | "approval-requested" | "approval-settled" | "question-asked" | "question-answered" | "question-withdrawn" | "tool-started" | "tool-finished" | "history-compacted" | "compaction-asked" | "plan-made" | "plan-step-finished" | "plan-failed" | "turn-cancelled" | "turn-finished" | "checkpoint-made" | "restore-asked" | "files-restored" | "conversation-rewound" | "catalogue-changed" | "usage-limit-met" | "output-checked"; readonly v: 1; readonly seq: number; readonly at: number; readonly malformed?: string; readonly [key: string]: unknown }

export type FileChange = { readonly before: string | null; readonly after?: string | null; readonly mode?: number; readonly undone?: string }

export type FileReport = { readonly path: string; readonly outcome: Restored; readonly why?: string; readonly isLost?: boolean }

export type Group = { readonly workspaces?: readonly string[]; readonly profiles?: readonly string[]; readonly models?: readonly string[]; readonly tools?: readonly string[]; readonly limits?: OwnerLimits; readonly name: string }

export type GroupRights = { readonly workspaces?: readonly string[]; readonly profiles?: readonly string[]; readonly models?: readonly string[]; readonly tools?: readonly string[]; readonly limits?: OwnerLimits }

export type Imported = { readonly id: string; readonly facts: number; readonly blobs: number; readonly missing: readonly string[] }

export type InboxRequest = { readonly call: string; readonly kind: "approval" | "question"; readonly question?: number; readonly isAgain?: boolean; readonly name: string; readonly arguments: { readonly [key: string]: Json }; readonly preview: string; readonly since: number; readonly expiresAt?: number; readonly risk?: Risk; readonly suggestions?: readonly string[]; readonly from?: ChildRequest; readonly session: string; readonly owner: string | null; readonly title: string | null }

export type Input = string | readonly ({ readonly type: "text"; readonly text: string } | { readonly type: "attachment"; readonly name: string; readonly data: string })[]

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

export type McpProbe = { readonly ok: boolean; readonly ms: number; readonly tools: readonly string[]; readonly error?: string }

export type McpPrompt = { readonly server: string; readonly name: string; readonly description: string; readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[] }

export type McpServer = { readonly name: string; readonly from: "configuration" | "stored"; readonly status: { readonly state: string; readonly tools: number; readonly error?: string; readonly loginNeeded: boolean } | null; readonly loggedIn: boolean; readonly tools: readonly McpTool[]; readonly entry?: { readonly [key: string]: Json } }

export type McpTool = { readonly name: string; readonly calledAs: string; readonly description: string; readonly effect: "read" | "idempotent" | "once"; readonly risk?: string; readonly enabled: boolean; readonly locked: boolean }

export type Me = { readonly user: string; readonly role: "viewer" | "user" | "admin"; readonly allows: { readonly workspaces?: readonly string[]; readonly profiles?: readonly string[]; readonly models?: readonly string[]; readonly tools?: readonly string[] } }

export type Message = UserMessage | AssistantMessage | ToolMessage

export type ModelError = { readonly class: "rate-limit" | "overloaded" | "server-error" | "network" | "timeout" | "auth" | "config" | "context-overflow" | "invalid-request" | "unexplained" | "output" | "aborted" | "interrupted" | "crashed" | "internal"; readonly code: string; readonly message: string }

export type ModelFailure = { readonly model: string; readonly at: number; readonly kind: string; readonly code: string; readonly message: string | null; readonly answeredSince: boolean }

export type NewToken = { readonly token: string; readonly id: string; readonly expiresAt: number | null }

export type News = { readonly messages: readonly PolledMessage[]; readonly next: number; readonly hasMore: boolean; readonly status: SessionStatus; readonly title: string | null; readonly error: string | null; readonly openRequests: readonly OpenRequest[] }

export type Note = { readonly id: number; readonly text: string; readonly tags: readonly string[]; readonly scratched?: true }

export type OpenRequest = { readonly call: string; readonly kind: "approval" | "question"; readonly question?: number; readonly isAgain?: boolean }

export type OpenRequestInfo = { readonly call: string; readonly kind: "approval" | "question"; readonly question?: number; readonly isAgain?: boolean; readonly name: string; readonly arguments: { readonly [key: string]: Json }; readonly preview: string; readonly since: number; readonly expiresAt?: number; readonly risk?: Risk; readonly suggestions?: readonly string[]; readonly from?: ChildRequest }

export type OwnerLimits = { readonly costUsd?: number; readonly tokens?: number; readonly ms?: number; readonly toolCalls?: number; readonly sessions?: number; readonly activeSessions?: number; readonly runningSessions?: number }

export type Part = TextPart | BlobPart

export type PlanStep = { readonly what: string; readonly needs: readonly number[]; readonly tool?: string }

export type PolledMessage = { readonly seq: number; readonly at: number; readonly role: "user"; readonly turn: number; readonly parts: readonly { readonly [key: string]: Json }[]; readonly by?: string } | { readonly seq: number; readonly at: number; readonly role: "assistant"; readonly attempt: string; readonly text: string; readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: Json }[] } | { readonly seq: number; readonly at: number; readonly role: "tool"; readonly call: string; readonly name: string; readonly outcome: string; readonly content: readonly { readonly [key: string]: Json }[] } | { readonly seq: number; readonly at: number; readonly role: "end"; readonly turn: number; readonly outcome: string; readonly text: string; readonly error?: { readonly code: string; readonly message: string; readonly [key: string]: unknown } } | { readonly seq: number; readonly at: number; readonly role: "void"; readonly attempt: string } | { readonly seq: number; readonly at: number; readonly role: "rewound"; readonly to: number }

export type QueuedMessage = { readonly id: string; readonly input: readonly Part[]; readonly at?: number; readonly by?: string }

export type Reasoning = { readonly text: string; readonly signature?: string; readonly redacted?: string; readonly opaque?: { readonly format: string; readonly data: Json } }

export type Restored = "restored" | "removed" | "skipped" | "failed"

export type Risk = "changes" | "destructive" | "unknown"

export type ServerSetting = { readonly name: string; readonly description: string; readonly variable: string; readonly value: number | string; readonly from: "environment" | "stored" | "default"; readonly problem?: string }

export type ServerStatus = { readonly available: boolean; readonly issues: readonly { readonly workspace: string; readonly problem: string }[]; readonly modelFailures: readonly ModelFailure[]; readonly notice: string; readonly activeSessions: number; readonly maxFileBytes: number; readonly formats: readonly string[] }

export type Session = { readonly id: string; readonly title: string | null; readonly isNamed: boolean; readonly status: SessionStatus; readonly owner: string | null; readonly profile: string; readonly workspace: string | null; readonly parent: string | null; readonly parentKind?: "fork" | "import" | "delegation"; readonly seq: number; readonly turns: number; readonly messages: number; readonly usage: Usage; readonly preview: string; readonly error: string | null; readonly openRequests: readonly OpenRequest[]; readonly pinned: boolean; readonly archived: boolean; readonly tags: readonly string[]; readonly createdAt: number; readonly updatedAt: number; readonly archivedAt: number | null; readonly dueAt: number | null }

export type SessionDetail = { readonly id: string; readonly title: string | null; readonly isNamed: boolean; readonly status: SessionStatus; readonly owner: string | null; readonly profile: string; readonly workspace: string | null; readonly parent: string | null; readonly parentKind?: "fork" | "import" | "delegation"; readonly seq: number; readonly turns: number; readonly messages: number; readonly usage: Usage; readonly preview: string; readonly error: string | null; readonly openRequests: readonly OpenRequestInfo[]; readonly pinned: boolean; readonly archived: boolean; readonly tags: readonly string[]; readonly createdAt: number; readonly updatedAt: number; readonly archivedAt: number | null; readonly dueAt: number | null }

export type SessionHit = { readonly id: string; readonly title: string | null; readonly preview: string; readonly updatedAt: number; readonly seq: number; readonly excerpt: string }

export type SessionListEvent = { readonly type: "snapshot"; readonly sessions: readonly Session[]; readonly next: string | null } | { readonly type: "session"; readonly session: Session } | { readonly type: "removed"; readonly id: string }

export type SessionPage = { readonly sessions: readonly Session[]; readonly next: string | null }

export type SessionStatus = "idle" | "processing" | "tool_loop" | "waiting" | "failed"

export type StoredGrant = { readonly id: string; readonly grant: { readonly [key: string]: Json }; readonly from: "server" | "machine" }

export type Task = { readonly id: number; readonly title: string; readonly status: "open" | "in_progress" | "done" | "dropped"; readonly after?: readonly number[] }

export type TextPart = { readonly type: "text"; readonly text: string }

export type ThinkingPart = { readonly type: "thinking"; readonly text: string }

export type Token = { readonly id: string; readonly name: string; readonly createdAt: number; readonly expiresAt: number | null; readonly lastUsedAt: number | null }

export type ToolCard = { readonly type: "tool"; readonly call: string; readonly name: string; readonly arguments: { readonly [key: string]: Json }; readonly state: "asked" | "waiting" | "running" | "ok" | "error" | "timeout" | "denied" | "unknown" | "refused" | "skipped"; readonly result?: readonly Part[]; readonly value?: Json; readonly full?: BlobPart; readonly code?: string; readonly ms?: number; readonly approval?: CardApproval; readonly question?: CardQuestion; readonly child?: string }

export type ToolDefinition = { readonly name: string; readonly description: string; readonly inputSchema: { readonly [key: string]: Json } }

export type ToolMessage = { readonly role: "tool"; readonly call: string; readonly name: string; readonly parts: readonly Part[]; readonly failed: boolean; readonly outcome?: "error" | "timeout" | "denied" | "unknown" | "refused" | "skipped"; readonly decided?: { readonly approved?: boolean; readonly reason?: string; readonly answer?: string } }

export type TranscriptAnswer = { readonly role: "assistant"; readonly seq: number; readonly at: number; readonly parts: readonly (TextPart | ThinkingPart | ToolCard)[]; readonly ended?: "abandoned" | "cancelled" }

export type TranscriptInput = { readonly role: "user"; readonly seq: number; readonly at: number; readonly parts: readonly Part[]; readonly by?: string; readonly approval?: ApprovalMode }

export type TranscriptTurn = { readonly turn: number; readonly trace: string; readonly startedAt: number; readonly endedAt?: number; readonly outcome?: TurnOutcome; readonly error?: TurnError; readonly usage?: Usage; readonly suggestions?: readonly string[]; readonly rewound?: true; readonly messages: readonly (TranscriptInput | TranscriptAnswer)[] }

export type TurnError = { readonly code: string; readonly message: string }

export type TurnOutcome = "completed" | "cancelled" | "failed"

export type TurnResult = { readonly outcome: TurnOutcome; readonly text: string; readonly error?: TurnError; readonly usage: Usage; readonly trace: string; readonly suggestions?: readonly string[]; readonly output?: Json }

export type UndoReport = { readonly files: readonly FileReport[]; readonly notUndone: readonly CallEffect[]; readonly changes: readonly string[]; readonly rewoundTo?: number; readonly id: string }

export type Usage = { readonly inputTokens: number; readonly outputTokens: number; readonly cacheReadTokens?: number; readonly cacheWriteTokens?: number; readonly costUsd?: number; readonly estimated?: true }

export type UsageRow = { readonly owner: string | null; readonly day: string; readonly model: string; readonly requests: number; readonly unpriced: number; readonly usage: Usage; readonly toolCalls: number; readonly ms: number }

export type User = { readonly name: string; readonly role: "viewer" | "user" | "admin"; readonly groups: readonly string[]; readonly createdAt: number; readonly disabled: boolean; readonly fromLogin: boolean; readonly limits?: OwnerLimits }

export type UserMessage = { readonly role: "user"; readonly parts: readonly Part[]; readonly from?: "nudge" | "note" | "digest"; readonly whole?: readonly Part[]; readonly joins?: readonly { readonly role: "user"; readonly parts: readonly Part[]; readonly from?: "nudge" | "note" | "digest"; readonly whole?: readonly Part[] }[] }

/** What each operation takes and answers. */
export interface Operations {
  readonly "admin.backup": { readonly params: undefined; readonly query: undefined; readonly body: undefined; readonly answer: Response }
  readonly "admin.cleanup": { readonly params: undefined; readonly query: undefined; readonly body: { readonly dryRun?: boolean }; readonly answer: CleanedUp }
  readonly "audit.list": { readonly params: undefined; readonly query: { readonly limit?: number; readonly cursor?: string }; readonly body: undefined; readonly answer: { readonly entries: readonly AuditEntry[]; readonly next: string | null } }
  readonly "effects.settle": { readonly params: { readonly session: string; readonly call: string }; readonly query: undefined; readonly body: { readonly happened: boolean; readonly note?: string; readonly tell?: boolean }; readonly answer: { readonly happened: boolean; readonly note?: string; readonly by: string; readonly at: number } }
  readonly "events.all": { readonly params: undefined; readonly query: { readonly owner?: string }; readonly body: undefined; readonly answer: Response }
  readonly "events.session": { readonly params: { readonly session: string }; readonly query: { readonly after?: string }; readonly body: undefined; readonly answer: Response }
  readonly "events.socket": { readonly params: undefined; readonly query: undefined; readonly body: undefined; readonly answer: undefined }
  readonly "files.rewind": { readonly params: { readonly session: string }; readonly query: undefined; readonly body: { readonly turn: number; readonly what: "files" | "conversation" | "both"; readonly force?: boolean; readonly dryRun?: boolean; readonly id?: string }; readonly answer: UndoReport }
  readonly "files.undo": { readonly params: { readonly session: string }; readonly query: undefined; readonly body: { readonly call?: string; readonly turn?: number; readonly force?: boolean; readonly dryRun?: boolean; readonly id?: string }; readonly answer: UndoReport }
  readonly "groups.list": { readonly params: undefined; readonly query: undefined; readonly body: undefined; readonly answer: { readonly groups: readonly Group[] } }
  readonly "groups.put": { readonly params: { readonly group: string }; readonly query: undefined; readonly body: GroupRights; readonly answer: Group }
  readonly "groups.remove": { readonly params: { readonly group: string }; readonly query: undefined; readonly body: undefined; readonly answer: Done }
  readonly "login.begin": { readonly params: undefined; readonly query: undefined; readonly body: undefined; readonly answer: Response }
  readonly "login.end": { readonly params: undefined; readonly query: undefined; readonly body: undefined; readonly answer: Done }
  readonly "login.finish": { readonly params: undefined; readonly query: undefined; readonly body: undefined; readonly answer: Response }
  readonly "login.methods": { readonly params: undefined; readonly query: undefined; readonly body: undefined; readonly answer: { readonly isIn: boolean; readonly token: boolean; readonly openid: boolean } }
  readonly "login.token": { readonly params: undefined; readonly query: undefined; readonly body: { readonly token: string }; readonly answer: Done }
  readonly "look.audit": { readonly params: { readonly session: string }; readonly query: undefined; readonly body: undefined; readonly answer: { readonly calls: readonly { readonly [key: string]: Json }[] } }
  readonly "look.blob": { readonly params: { readonly session: string; readonly hash: string }; readonly query: undefined; readonly body: undefined; readonly answer: Response }
  readonly "look.changes": { readonly params: { readonly session: string }; readonly query: undefined; readonly body: undefined; readonly answer: { readonly changes: readonly Change[] } }
  readonly "look.checkpoints": { readonly params: { readonly session: string }; readonly query: undefined; readonly body: undefined; readonly answer: { readonly checkpoints: readonly Checkpoint[] } }
  readonly "look.context": { readonly params: { readonly session: string }; readonly query: undefined; readonly body: undefined; readonly answer: ContextReport }
  readonly "look.effects": { readonly params: { readonly session: string }; readonly query: undefined; readonly body: undefined; readonly answer: { readonly effects: readonly Effect[] } }
  readonly "look.exchange": { readonly params: { readonly session: string; readonly attempt: string }; readonly query: undefined; readonly body: undefined; readonly answer: Exchange }
  readonly "look.facts": { readonly params: { readonly session: string }; readonly query: { readonly after?: number | null; readonly limit?: number }; readonly body: undefined; readonly answer: { readonly facts: readonly Fact[]; readonly next: number | null } }
  readonly "look.messages": { readonly params: { readonly session: string }; readonly query: undefined; readonly body: undefined; readonly answer: { readonly messages: readonly Message[] } }
  readonly "look.notes": { readonly params: { readonly session: string }; readonly query: undefined; readonly body: undefined; readonly answer: { readonly notes: readonly Note[] } }
  readonly "look.stats": { readonly params: { readonly session: string }; readonly query: undefined; readonly body: undefined; readonly answer: { readonly sessions: number; readonly stats: { readonly [key: string]: Json } } }
  readonly "look.tasks": { readonly params: { readonly session: string }; readonly query: undefined; readonly body: undefined; readonly answer: { readonly tasks: readonly Task[] } }
  readonly "look.transcript": { readonly params: { readonly session: string }; readonly query: { readonly last?: number; readonly before?: number }; readonly body: undefined; readonly answer: { readonly turns: readonly TranscriptTurn[]; readonly position: string; readonly earlier: boolean } }
  readonly "own.grants": { readonly params: undefined; readonly query: undefined; readonly body: undefined; readonly answer: { readonly grants: readonly StoredGrant[] } }
  readonly "own.revoke-grant": { readonly params: { readonly grant: string }; readonly query: undefined; readonly body: undefined; readonly answer: Done }
  readonly "own.rotate-token": { readonly params: undefined; readonly query: undefined; readonly body: undefined; readonly answer: NewToken }
  readonly "own.tokens": { readonly params: undefined; readonly query: undefined; readonly body: undefined; readonly answer: { readonly tokens: readonly Token[] } }
  readonly "plugins.list": { readonly params: undefined; readonly query: { readonly workspace?: string }; readonly body: undefined; readonly answer: { readonly plugins: readonly { readonly [key: string]: Json }[] } }
  readonly "plugins.reveal": { readonly params: { readonly plugin: string; readonly setting: string }; readonly query: { readonly workspace?: string }; readonly body: undefined; readonly answer: { readonly value: Json } }
  readonly "plugins.set": { readonly params: { readonly plugin: string; readonly setting: string }; readonly query: { readonly workspace?: string }; readonly body: { readonly value: Json }; readonly answer: Done }
  readonly "plugins.unset": { readonly params: { readonly plugin: string; readonly setting: string }; readonly query: { readonly workspace?: string }; readonly body: undefined; readonly answer: Done }
  readonly "queue.list": { readonly params: { readonly session: string }; readonly query: undefined; readonly body: undefined; readonly answer: { readonly queued: readonly QueuedMessage[] } }
  readonly "queue.steer": { readonly params: { readonly session: string; readonly command: string }; readonly query: undefined; readonly body: undefined; readonly answer: { readonly joined: boolean } }
  readonly "queue.unsend": { readonly params: { readonly session: string; readonly command: string }; readonly query: undefined; readonly body: undefined; readonly answer: { readonly unsent: boolean } }
  readonly "requests.answer": { readonly params: { readonly session: string; readonly call: string }; readonly query: undefined; readonly body: { readonly answer: string; readonly question?: number; readonly id?: string }; readonly answer: Done }
  readonly "requests.decide": { readonly params: { readonly session: string; readonly call: string }; readonly query: undefined; readonly body: { readonly decision: "approve" | "deny"; readonly question?: number; readonly arguments?: { readonly [key: string]: Json }; readonly reason?: string; readonly grant?: { readonly scope: "session" | "always"; readonly tool?: string; readonly where?: { readonly [key: string]: string }; readonly exact?: true }; readonly id?: string }; readonly answer: Done }
  readonly "requests.get": { readonly params: { readonly session: string; readonly call: string }; readonly query: { readonly question?: number }; readonly body: undefined; readonly answer: { readonly rationale?: string; readonly repairs?: readonly string[]; readonly grants: { readonly session?: Covered; readonly always?: Covered } } }
  readonly "requests.list": { readonly params: undefined; readonly query: { readonly owner?: string }; readonly body: undefined; readonly answer: { readonly requests: readonly InboxRequest[] } }
  readonly "server.files": { readonly params: { readonly workspace: string }; readonly query: { readonly text?: string; readonly limit?: number }; readonly body: undefined; readonly answer: { readonly files: readonly string[] } }
  readonly "server.health": { readonly params: undefined; readonly query: undefined; readonly body: undefined; readonly answer: { readonly ok: true } }
  readonly "server.me": { readonly params: undefined; readonly query: undefined; readonly body: undefined; readonly answer: Me }
  readonly "server.metrics": { readonly params: undefined; readonly query: undefined; readonly body: undefined; readonly answer: Response }
  readonly "server.models": { readonly params: undefined; readonly query: { readonly workspace?: string }; readonly body: undefined; readonly answer: { readonly models: readonly string[] } }
  readonly "server.profiles": { readonly params: undefined; readonly query: { readonly workspace?: string }; readonly body: undefined; readonly answer: { readonly profiles: readonly string[] } }
  readonly "server.prompt": { readonly params: { readonly server: string; readonly name: string }; readonly query: undefined; readonly body: { readonly workspace?: string; readonly arguments?: { readonly [key: string]: string } }; readonly answer: { readonly text: string; readonly leftOut: number } }
  readonly "server.prompts": { readonly params: undefined; readonly query: { readonly workspace?: string }; readonly body: undefined; readonly answer: { readonly prompts: readonly McpPrompt[] } }
  readonly "server.ready": { readonly params: undefined; readonly query: undefined; readonly body: undefined; readonly answer: { readonly ok: true } }
  readonly "server.stats": { readonly params: undefined; readonly query: { readonly owner?: string; readonly since?: number | null }; readonly body: undefined; readonly answer: { readonly sessions: number; readonly stats: { readonly [key: string]: Json } } }
  readonly "server.status": { readonly params: undefined; readonly query: undefined; readonly body: undefined; readonly answer: ServerStatus }
  readonly "server.tools": { readonly params: undefined; readonly query: { readonly workspace?: string }; readonly body: undefined; readonly answer: { readonly tools: readonly ToolDefinition[] } }
  readonly "server.usage": { readonly params: undefined; readonly query: { readonly owner?: string; readonly from?: string; readonly to?: string }; readonly body: undefined; readonly answer: { readonly rows: readonly UsageRow[] } }
  readonly "server.workspaces": { readonly params: undefined; readonly query: undefined; readonly body: undefined; readonly answer: { readonly workspaces: readonly { readonly name: string; readonly approvalModes: readonly ApprovalMode[]; readonly maxFiles?: number }[] } }
  readonly "servers.list": { readonly params: undefined; readonly query: { readonly workspace?: string }; readonly body: undefined; readonly answer: { readonly servers: readonly McpServer[] } }
  readonly "servers.login": { readonly params: { readonly server: string }; readonly query: { readonly workspace?: string }; readonly body: undefined; readonly answer: { readonly url: string | null } }
  readonly "servers.login-back": { readonly params: undefined; readonly query: { readonly state?: string; readonly code?: string; readonly iss?: string; readonly error?: string; readonly error_description?: string }; readonly body: undefined; readonly answer: Response }
  readonly "servers.login-finish": { readonly params: undefined; readonly query: { readonly state?: string; readonly code?: string; readonly iss?: string; readonly error?: string; readonly error_description?: string }; readonly body: undefined; readonly answer: Response }
  readonly "servers.logout": { readonly params: { readonly server: string }; readonly query: { readonly workspace?: string }; readonly body: undefined; readonly answer: Done }
  readonly "servers.logs": { readonly params: { readonly server: string }; readonly query: { readonly workspace?: string; readonly lines?: number }; readonly body: undefined; readonly answer: { readonly lines: readonly string[] } }
  readonly "servers.probe": { readonly params: { readonly server: string }; readonly query: { readonly workspace?: string }; readonly body: undefined; readonly answer: McpProbe }
  readonly "servers.put": { readonly params: { readonly server: string }; readonly query: { readonly workspace?: string }; readonly body: { readonly type?: "stdio" | "http" | "streamable-http"; readonly url?: string; readonly headers?: { readonly [key: string]: string }; readonly command?: string; readonly args?: readonly string[]; readonly env?: { readonly [key: string]: string }; readonly cwd?: string; readonly timeoutMs?: number; readonly verify?: string }; readonly answer: McpProbe }
  readonly "servers.remove": { readonly params: { readonly server: string }; readonly query: { readonly workspace?: string }; readonly body: undefined; readonly answer: Done }
  readonly "servers.restart": { readonly params: undefined; readonly query: { readonly workspace?: string }; readonly body: undefined; readonly answer: Done }
  readonly "servers.tool": { readonly params: { readonly server: string; readonly tool: string }; readonly query: { readonly workspace?: string }; readonly body: { readonly enabled: boolean }; readonly answer: Done }
  readonly "sessions.change": { readonly params: { readonly session: string }; readonly query: undefined; readonly body: { readonly title?: string | null; readonly pinned?: boolean; readonly archived?: boolean; readonly tags?: readonly string[]; readonly addTags?: readonly string[]; readonly removeTags?: readonly string[] }; readonly answer: Session }
  readonly "sessions.create": { readonly params: undefined; readonly query: undefined; readonly body: { readonly id?: string; readonly title?: string; readonly tags?: readonly string[]; readonly workspace?: string; readonly instructions?: string; readonly profile?: string }; readonly answer: Session }
  readonly "sessions.export": { readonly params: { readonly session: string }; readonly query: undefined; readonly body: undefined; readonly answer: Response }
  readonly "sessions.find": { readonly params: undefined; readonly query: { readonly name: string }; readonly body: undefined; readonly answer: { readonly sessions: readonly Session[] } }
  readonly "sessions.fork": { readonly params: { readonly session: string }; readonly query: undefined; readonly body: { readonly at?: number; readonly id?: string; readonly title?: string }; readonly answer: Session }
  readonly "sessions.get": { readonly params: { readonly session: string }; readonly query: undefined; readonly body: undefined; readonly answer: SessionDetail }
  readonly "sessions.import": { readonly params: undefined; readonly query: { readonly workspace?: string }; readonly body: undefined; readonly answer: Imported }
  readonly "sessions.list": { readonly params: undefined; readonly query: { readonly limit?: number; readonly cursor?: string; readonly owner?: string; readonly after?: string; readonly archived?: "true" | "false" | "any"; readonly asking?: "true" | "false"; readonly status?: SessionStatus | readonly SessionStatus[]; readonly tag?: string | readonly string[]; readonly text?: string }; readonly body: undefined; readonly answer: SessionPage }
  readonly "sessions.remove": { readonly params: { readonly session: string }; readonly query: undefined; readonly body: undefined; readonly answer: Done }
  readonly "sessions.search": { readonly params: undefined; readonly query: { readonly text: string; readonly limit?: number; readonly owner?: string }; readonly body: undefined; readonly answer: { readonly hits: readonly SessionHit[] } }
  readonly "settings.list": { readonly params: undefined; readonly query: undefined; readonly body: undefined; readonly answer: { readonly settings: readonly ServerSetting[] } }
  readonly "settings.set": { readonly params: { readonly name: "cleanup.everyHours" | "cleanup.stuckAfterMinutes" | "cleanup.archiveAfterDays" | "cleanup.deleteAfterDays" | "imports.maxMegabytes" | "audit.keepDays" | "notice" }; readonly query: undefined; readonly body: { readonly value: number | string }; readonly answer: Done }
  readonly "settings.unset": { readonly params: { readonly name: "cleanup.everyHours" | "cleanup.stuckAfterMinutes" | "cleanup.archiveAfterDays" | "cleanup.deleteAfterDays" | "imports.maxMegabytes" | "audit.keepDays" | "notice" }; readonly query: undefined; readonly body: undefined; readonly answer: Done }
  readonly "turns.ask": { readonly params: { readonly session: string }; readonly query: undefined; readonly body: { readonly input: Input; readonly id?: string; readonly whenBusy?: "queue" | "steer" | "refuse"; readonly model?: string; readonly tools?: readonly string[]; readonly toolChoice?: "auto" | "required" | "none" | { readonly tool: string }; readonly approval?: "ask" | "edits" | "plan" | "auto"; readonly priority?: "low" | "normal" | "high"; readonly output?: { readonly [key: string]: Json } }; readonly answer: TurnResult }
  readonly "turns.cancel": { readonly params: { readonly session: string }; readonly query: undefined; readonly body: { readonly id?: string }; readonly answer: Done }
  readonly "turns.compact": { readonly params: { readonly session: string }; readonly query: undefined; readonly body: { readonly id?: string; readonly focus?: string }; readonly answer: Done }
  readonly "turns.poll": { readonly params: { readonly session: string }; readonly query: { readonly after?: number | null }; readonly body: undefined; readonly answer: News }
  readonly "turns.retry": { readonly params: { readonly session: string }; readonly query: undefined; readonly body: { readonly id?: string }; readonly answer: Accepted }
  readonly "turns.send": { readonly params: { readonly session: string }; readonly query: undefined; readonly body: { readonly input: Input; readonly id?: string; readonly whenBusy?: "queue" | "steer" | "refuse"; readonly model?: string; readonly tools?: readonly string[]; readonly toolChoice?: "auto" | "required" | "none" | { readonly tool: string }; readonly approval?: "ask" | "edits" | "plan" | "auto"; readonly priority?: "low" | "normal" | "high"; readonly output?: { readonly [key: string]: Json } }; readonly answer: Accepted }
  readonly "users.add": { readonly params: undefined; readonly query: undefined; readonly body: { readonly name: string; readonly role?: "viewer" | "user" | "admin"; readonly groups?: readonly string[]; readonly limits?: OwnerLimits; readonly adopts?: boolean }; readonly answer: { readonly user: User; readonly token: NewToken } }
  readonly "users.change": { readonly params: { readonly user: string }; readonly query: undefined; readonly body: { readonly role?: "viewer" | "user" | "admin"; readonly groups?: readonly string[]; readonly limits?: { readonly costUsd?: number; readonly tokens?: number; readonly ms?: number; readonly toolCalls?: number; readonly sessions?: number; readonly activeSessions?: number; readonly runningSessions?: number } | null; readonly disabled?: boolean }; readonly answer: User }
  readonly "users.get": { readonly params: { readonly user: string }; readonly query: undefined; readonly body: undefined; readonly answer: { readonly name: string; readonly role: "viewer" | "user" | "admin"; readonly groups: readonly string[]; readonly createdAt: number; readonly disabled: boolean; readonly fromLogin: boolean; readonly limits?: OwnerLimits; readonly tokens: readonly Token[] } }
  readonly "users.list": { readonly params: undefined; readonly query: undefined; readonly body: undefined; readonly answer: { readonly users: readonly User[] } }
  readonly "users.make-token": { readonly params: { readonly user: string }; readonly query: undefined; readonly body: { readonly name?: string; readonly expiresAt?: number }; readonly answer: NewToken }
  readonly "users.remove": { readonly params: { readonly user: string }; readonly query: undefined; readonly body: undefined; readonly answer: Done }
  readonly "users.revoke-token": { readonly params: { readonly user: string; readonly token: string }; readonly query: undefined; readonly body: undefined; readonly answer: Done }
  readonly "users.rotate-token": { readonly params: { readonly user: string; readonly token: string }; readonly query: undefined; readonly body: undefined; readonly answer: NewToken }
}

/** The method and the path of each operation. */
export const OPERATIONS = {
  "admin.backup": ["POST", "/v1/admin/backup"],
  "admin.cleanup": ["POST", "/v1/admin/cleanup"],
  "audit.list": ["GET", "/v1/audit"],
  "effects.settle": ["POST", "/v1/sessions/{session}/effects/{call}"],
  "events.all": ["GET", "/v1/events"],
  "events.session": ["GET", "/v1/sessions/{session}/events"],
  "events.socket": ["GET", "/v1/socket"],
  "files.rewind": ["POST", "/v1/sessions/{session}/rewind"],
  "files.undo": ["POST", "/v1/sessions/{session}/undo"],
  "groups.list": ["GET", "/v1/groups"],
  "groups.put": ["PUT", "/v1/groups/{group}"],
  "groups.remove": ["DELETE", "/v1/groups/{group}"],
  "login.begin": ["GET", "/auth/login"],
  "login.end": ["POST", "/auth/logout"],
  "login.finish": ["GET", "/auth/callback"],
  "login.methods": ["GET", "/auth/methods"],
  "login.token": ["POST", "/auth/token"],
  "look.audit": ["GET", "/v1/sessions/{session}/audit"],
  "look.blob": ["GET", "/v1/sessions/{session}/blobs/{hash}"],
  "look.changes": ["GET", "/v1/sessions/{session}/changes"],
  "look.checkpoints": ["GET", "/v1/sessions/{session}/checkpoints"],
  "look.context": ["GET", "/v1/sessions/{session}/context"],
  "look.effects": ["GET", "/v1/sessions/{session}/effects"],
  "look.exchange": ["GET", "/v1/sessions/{session}/exchanges/{attempt}"],
  "look.facts": ["GET", "/v1/sessions/{session}/facts"],
  "look.messages": ["GET", "/v1/sessions/{session}/context/messages"],
  "look.notes": ["GET", "/v1/sessions/{session}/notes"],
  "look.stats": ["GET", "/v1/sessions/{session}/stats"],
  "look.tasks": ["GET", "/v1/sessions/{session}/tasks"],
  "look.transcript": ["GET", "/v1/sessions/{session}/transcript"],
  "own.grants": ["GET", "/v1/grants"],
  "own.revoke-grant": ["DELETE", "/v1/grants/{grant}"],
  "own.rotate-token": ["POST", "/v1/me/token/rotate"],
  "own.tokens": ["GET", "/v1/me/tokens"],
  "plugins.list": ["GET", "/v1/plugins"],
  "plugins.reveal": ["POST", "/v1/plugins/{plugin}/settings/{setting}/reveal"],
  "plugins.set": ["PUT", "/v1/plugins/{plugin}/settings/{setting}"],
  "plugins.unset": ["DELETE", "/v1/plugins/{plugin}/settings/{setting}"],
  "queue.list": ["GET", "/v1/sessions/{session}/queue"],
  "queue.steer": ["POST", "/v1/sessions/{session}/queue/{command}/steer"],
  "queue.unsend": ["DELETE", "/v1/sessions/{session}/queue/{command}"],
  "requests.answer": ["POST", "/v1/sessions/{session}/requests/{call}/answer"],
  "requests.decide": ["POST", "/v1/sessions/{session}/requests/{call}/decision"],
  "requests.get": ["GET", "/v1/sessions/{session}/requests/{call}"],
  "requests.list": ["GET", "/v1/requests"],
  "server.files": ["GET", "/v1/workspaces/{workspace}/files"],
  "server.health": ["GET", "/healthz"],
  "server.me": ["GET", "/v1/me"],
  "server.metrics": ["GET", "/metrics"],
  "server.models": ["GET", "/v1/models"],
  "server.profiles": ["GET", "/v1/profiles"],
  "server.prompt": ["POST", "/v1/prompts/{server}/{name}"],
  "server.prompts": ["GET", "/v1/prompts"],
  "server.ready": ["GET", "/readyz"],
  "server.stats": ["GET", "/v1/stats"],
  "server.status": ["GET", "/v1/status"],
  "server.tools": ["GET", "/v1/tools"],
  "server.usage": ["GET", "/v1/usage"],
  "server.workspaces": ["GET", "/v1/workspaces"],
  "servers.list": ["GET", "/v1/mcp-servers"],
  "servers.login": ["POST", "/v1/mcp-servers/{server}/login"],
  "servers.login-back": ["GET", "/auth/mcp/callback"],
  "servers.login-finish": ["GET", "/auth/mcp/finish"],
  "servers.logout": ["POST", "/v1/mcp-servers/{server}/logout"],
  "servers.logs": ["GET", "/v1/mcp-servers/{server}/logs"],
  "servers.probe": ["POST", "/v1/mcp-servers/{server}/probe"],
  "servers.put": ["PUT", "/v1/mcp-servers/{server}"],
  "servers.remove": ["DELETE", "/v1/mcp-servers/{server}"],
  "servers.restart": ["POST", "/v1/mcp-servers/restart"],
  "servers.tool": ["PUT", "/v1/mcp-servers/{server}/tools/{tool}"],
  "sessions.change": ["PATCH", "/v1/sessions/{session}"],
  "sessions.create": ["POST", "/v1/sessions"],
  "sessions.export": ["GET", "/v1/sessions/{session}/export"],
  "sessions.find": ["GET", "/v1/find"],
  "sessions.fork": ["POST", "/v1/sessions/{session}/fork"],
  "sessions.get": ["GET", "/v1/sessions/{session}"],
  "sessions.import": ["POST", "/v1/sessions/import"],
  "sessions.list": ["GET", "/v1/sessions"],
  "sessions.remove": ["DELETE", "/v1/sessions/{session}"],
  "sessions.search": ["GET", "/v1/search"],
  "settings.list": ["GET", "/v1/settings"],
  "settings.set": ["PUT", "/v1/settings/{name}"],
  "settings.unset": ["DELETE", "/v1/settings/{name}"],
  "turns.ask": ["POST", "/v1/sessions/{session}/ask"],
  "turns.cancel": ["POST", "/v1/sessions/{session}/cancel"],
  "turns.compact": ["POST", "/v1/sessions/{session}/compact"],
  "turns.poll": ["GET", "/v1/sessions/{session}/messages"],
  "turns.retry": ["POST", "/v1/sessions/{session}/retry"],
  "turns.send": ["POST", "/v1/sessions/{session}/messages"],
  "users.add": ["POST", "/v1/users"],
  "users.change": ["PATCH", "/v1/users/{user}"],
  "users.get": ["GET", "/v1/users/{user}"],
  "users.list": ["GET", "/v1/users"],
  "users.make-token": ["POST", "/v1/users/{user}/tokens"],
  "users.remove": ["DELETE", "/v1/users/{user}"],
  "users.revoke-token": ["DELETE", "/v1/users/{user}/tokens/{token}"],
  "users.rotate-token": ["POST", "/v1/users/{user}/tokens/{token}/rotate"],
} as const satisfies Readonly<Record<keyof Operations, readonly [string, string]>>
