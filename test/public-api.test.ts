// The public names of each entry point, and a check that importing one loads no package the user did not ask for.
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"

const ROOT = new URL("../", import.meta.url)

/** Every exported name, types too, in alphabetical order. */
function namesIn(file: string): readonly string[] {
  const source = readFileSync(new URL(file, ROOT), "utf8")
  const listed = [...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = ""]) => names.split(","))
  const spaces = [...source.matchAll(/^export \* as (\w+)/gm)].map(([, name = ""]) => name)
  return [...listed, ...spaces]
    .map((name) => name.replace(/^\s*type |^.* as /, "").trim())
    .filter((name) => name !== "")
    .sort()
}

/** The npm packages that a fresh process loads with this import. */
function packagesLoadedBy(specifier: string, entry = "/packages/agent/src/index.ts"): readonly string[] {
  const program = `import { registerHooks } from "node:module"
    const urls = []
    registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) })
    await import(${JSON.stringify(specifier)})
    console.log(JSON.stringify(urls))`
  const options = ["--conditions=@pawl/source", "--input-type=module", "-e", program]
  const { stdout, stderr } = spawnSync(process.execPath, options, { cwd: ROOT, encoding: "utf8" })
  expect(stderr).toBe("")
  const urls = JSON.parse(stdout) as readonly string[]
  expect(urls.some((url) => url.endsWith(entry))).toBe(true)
  const names = urls.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? [])
  return [...new Set(names)].sort()
}

describe("@pawl/agent", () => {
  it("exports these names", () => {
    expect(namesIn("packages/agent/src/index.ts")).toEqual([
      "Agent",
      "AgentOptions",
      "AiSdkModel",
      "Aliases",
      "Answer",
      "AnswerForm",
      "AnswerForms",
      "AnswerOptions",
      "AnswerQuestion",
      "AnswerTo",
      "AnsweredCall",
      "AnsweredTurn",
      "AnyModel",
      "ApprovalAsked",
      "ApprovalMode",
      "ApprovalOf",
      "ApprovalPolicy",
      "ApprovalReply",
      "ApprovalRequest",
      "Approve",
      "ApproveCall",
      "Archive",
      "ArchivedStore",
      "AsideReply",
      "AsideRequest",
      "AskApproval",
      "AskAside",
      "AskCompaction",
      "AskOptions",
      "AskPerson",
      "AskRestore",
      "AskedCall",
      "AssistantMessage",
      "Availability",
      "BackupReport",
      "BlobPart",
      "BrokenServer",
      "Budget",
      "BuiltinOptions",
      "BytesPart",
      "Call",
      "CallToApprove",
      "CallToPermit",
      "Cancel",
      "CardApproval",
      "CardQuestion",
      "Categories",
      "Change",
      "Checkpoint",
      "ChildKind",
      "ChildRequest",
      "CleanUpOptions",
      "CleanedUp",
      "Clock",
      "Command",
      "CommandOptions",
      "CompactOptions",
      "ContextNumbers",
      "ContextOf",
      "ContextOfNeeded",
      "ContextProvider",
      "ContextReport",
      "ContextSupplied",
      "Cut",
      "DecideOptions",
      "Decision",
      "DelegationOptions",
      "Draft",
      "Drive",
      "DriveOptions",
      "DriveResult",
      "Effect",
      "EffectClass",
      "EffectNamed",
      "Embedder",
      "Environment",
      "ErrorClass",
      "ErrorCode",
      "ErrorDetails",
      "Estimate",
      "Event",
      "EventBody",
      "Exchange",
      "ExchangeAnswer",
      "ExchangeFailure",
      "Fact",
      "Failure",
      "FailureKind",
      "FailureOutcome",
      "FailureRecord",
      "FetchOptions",
      "FileChange",
      "FilePart",
      "FileReport",
      "FileSearchOptions",
      "Finish",
      "FinishCheck",
      "FinishFinding",
      "FitTool",
      "FollowOptions",
      "ForkOptions",
      "Grant",
      "Grants",
      "Ids",
      "Imported",
      "InboxRequest",
      "InferInput",
      "InferOutput",
      "Input",
      "InputPart",
      "InputSchema",
      "InterruptedTools",
      "Json",
      "JsonObject",
      "KnownSecrets",
      "LastWords",
      "Level",
      "LimitMet",
      "LimitName",
      "LimitScope",
      "Limits",
      "LimitsOf",
      "LogLevel",
      "MakeProfile",
      "McpConfig",
      "McpEntry",
      "McpOptions",
      "McpPrompt",
      "Media",
      "Message",
      "Metadata",
      "MetadataChange",
      "MissingSetting",
      "Model",
      "ModelError",
      "ModelOptions",
      "ModelPrice",
      "ModelRequest",
      "ModelToPermit",
      "Need",
      "NeedsContext",
      "Note",
      "OAuthEntry",
      "Observer",
      "OnlyTools",
      "OpenOptions",
      "OpenRequest",
      "OpenRequestInfo",
      "OrchestrateOptions",
      "OutputSchema",
      "OwnProfile",
      "OwnState",
      "OwnerLimits",
      "Parent",
      "Part",
      "PartStatus",
      "PartialResult",
      "PawlError",
      "Permits",
      "PermitsModel",
      "Phase",
      "PlanStep",
      "Plugin",
      "PluginContext",
      "PluginLog",
      "PluginLogRecord",
      "PluginOptions",
      "PluginPaths",
      "PluginProvider",
      "PluginSettings",
      "PluginStatus",
      "PluginTool",
      "Prefilter",
      "Prices",
      "Priority",
      "Problem",
      "Profile",
      "ProfileOptions",
      "PromptArgument",
      "ProviderAbout",
      "ProviderContext",
      "Question",
      "QueueChange",
      "QueuedMessage",
      "RateLeft",
      "RateLimiter",
      "RateLimits",
      "RateNews",
      "RateTable",
      "Reasoning",
      "RefreshReport",
      "Reply",
      "RequestLimits",
      "RequestQuery",
      "RestartPolicy",
      "RestoreOptions",
      "Restored",
      "ResultLimits",
      "Retries",
      "Retrieval",
      "RetrievalOptions",
      "RetryKind",
      "RetrySchedule",
      "RewindOptions",
      "Risk",
      "RunnerRecord",
      "Sampling",
      "Say",
      "SchemaChecker",
      "SchemaCheckerOptions",
      "SearchOptions",
      "Secret",
      "Section",
      "SendOptions",
      "ServeOptions",
      "ServerAbout",
      "ServerHealth",
      "ServerState",
      "ServerStatus",
      "ServerTiming",
      "ServerTool",
      "Serving",
      "Session",
      "SessionFilter",
      "SessionHit",
      "SessionHost",
      "SessionInfo",
      "SessionQuery",
      "SessionRow",
      "SessionView",
      "SettingStatus",
      "SqliteOptions",
      "StandardSchema",
      "Standing",
      "Status",
      "Stop",
      "Store",
      "Task",
      "TaskStatus",
      "TextPart",
      "ThinkingPart",
      "Tool",
      "ToolCard",
      "ToolChoice",
      "ToolContext",
      "ToolDefinition",
      "ToolFailure",
      "ToolMessage",
      "ToolOffer",
      "ToolOutcome",
      "ToolOutput",
      "ToolParts",
      "ToolRun",
      "ToolSearchOptions",
      "TranscriptAnswer",
      "TranscriptInput",
      "TranscriptMessage",
      "TranscriptOptions",
      "TranscriptPage",
      "TranscriptTurn",
      "TurnAbout",
      "TurnError",
      "TurnModel",
      "TurnOutcome",
      "TurnOutput",
      "TurnResult",
      "TurnStream",
      "TypedResult",
      "UndoLimits",
      "UndoOptions",
      "UndoReport",
      "Unsend",
      "Usage",
      "UsageLimits",
      "UsageQuery",
      "UsageRow",
      "UserMessage",
      "VacuumReport",
      "Verdict",
      "Verified",
      "VerifyContext",
      "WaitingLimits",
      "WhenBusy",
      "WrittenAsText",
      "cleanUp",
      "commandRuleProblem",
      "createAgent",
      "failureKind",
      "grantLike",
      "isPawlError",
      "memory",
      "modelFrom",
      "ownProfile",
      "plugin",
      "profiles",
      "redact",
      "schemaChecker",
      "secret",
      "sqlite",
      "structureChecks",
      "tool",
      "toolFor",
      "triggerChecks",
    ])
  })

  it("exports these values", async () => {
    const names = Object.keys(await import("@pawl/agent")).sort()
    expect(names).toEqual([
      "PartialResult",
      "PawlError",
      "Secret",
      "ToolFailure",
      "cleanUp",
      "commandRuleProblem",
      "createAgent",
      "failureKind",
      "grantLike",
      "isPawlError",
      "memory",
      "modelFrom",
      "ownProfile",
      "plugin",
      "profiles",
      "redact",
      "schemaChecker",
      "secret",
      "sqlite",
      "structureChecks",
      "tool",
      "toolFor",
      "triggerChecks",
    ])
  })

  it("loads no package at all when it is imported: no database, no validator, no client", () => {
    expect(packagesLoadedBy("@pawl/agent")).toEqual([])
  })
})

describe("@pawl/agent/testing", () => {
  it("exports these names", () => {
    expect(namesIn("packages/agent/src/testing/index.ts")).toEqual([
      "FakeClock",
      "Fault",
      "ModelServer",
      "ModelServerOptions",
      "Script",
      "ScriptAnswer",
      "ScriptReply",
      "ScriptRequest",
      "ServedRequest",
      "anthropicObjections",
      "call",
      "facts",
      "modelServer",
      "openAiObjections",
      "scripted",
      "settle",
    ])
  })

  it("exports these values", async () => {
    const names = Object.keys(await import("@pawl/agent/testing")).sort()
    expect(names).toEqual([
      "FakeClock",
      "ScriptRequest",
      "anthropicObjections",
      "call",
      "facts",
      "modelServer",
      "openAiObjections",
      "scripted",
      "settle",
    ])
  })
})

describe("@pawl/agent/ai-sdk", () => {
  it("exports one function, and loads no SDK by itself", async () => {
    expect(Object.keys(await import("@pawl/agent/ai-sdk"))).toEqual(["fromAiSdk"])
    expect(packagesLoadedBy("@pawl/agent/ai-sdk", "/packages/agent/src/model/ai-sdk.ts")).toEqual([])
  })
})

describe("@pawl/agent/mcp", () => {
  it("exports these names, and loads no client before a server starts", async () => {
    expect(namesIn("packages/agent/src/mcp.ts")).toEqual([
      "BeginLogin",
      "BegunLogin",
      "BrokenServer",
      "Challenge",
      "Credentials",
      "HttpServer",
      "LoginOptions",
      "LoginOutcome",
      "LoginStep",
      "McpConfig",
      "McpEntry",
      "McpOptions",
      "McpPrompt",
      "McpServer",
      "McpTools",
      "PendingLogin",
      "PromptArgument",
      "ReadServers",
      "ServerState",
      "ServerStatus",
      "ServerTool",
      "Trust",
      "beginLogin",
      "finishLogin",
      "hasLogin",
      "loadServers",
      "login",
      "logout",
      "mcpTools",
      "projectTrust",
      "readServerLog",
      "readServers",
    ])
    expect(packagesLoadedBy("@pawl/agent/mcp", "/packages/agent/src/mcp.ts")).toEqual([])
  })
})

describe("@pawl/agent/observe", () => {
  it("exports these names, and loads no package", () => {
    expect(namesIn("packages/agent/src/observe.ts")).toEqual([
      "AuditRow",
      "AuditStatus",
      "ContextPoint",
      "Decision",
      "DoubtfulEffect",
      "ErrorDetails",
      "FailureRecord",
      "LogRecord",
      "ModelCall",
      "ModelStats",
      "Recorder",
      "RunnerRecord",
      "Saying",
      "Spread",
      "Stats",
      "ToolCall",
      "ToolStats",
      "Trim",
      "TurnEnd",
      "TurnFailure",
      "TurnStart",
      "applyStats",
      "auditOf",
      "describeFact",
      "doubtfulEffects",
      "noStats",
      "percentile",
      "recorder",
      "recordsOf",
      "statsOf",
      "traceFrom",
      "traceIdOf",
    ])
    expect(packagesLoadedBy("@pawl/agent/observe", "/packages/agent/src/observe.ts")).toEqual([])
  })
})

describe("@pawl/agent/otel", () => {
  it("exports these names, and loads the API of OpenTelemetry but no SDK", () => {
    expect(namesIn("packages/agent/src/otel.ts")).toEqual([
      "Observer",
      "OtelOptions",
      "TurnIds",
      "otelObserver",
      "turnIds",
    ])
    expect(packagesLoadedBy("@pawl/agent/otel", "/packages/agent/src/otel.ts")).toEqual(["@opentelemetry/api"])
  })
})

describe("@pawl/agent/plugins", () => {
  it("exports these names, and loads no package", () => {
    expect(namesIn("packages/agent/src/plugins.ts")).toEqual([
      "KnownSecrets",
      "MissingSetting",
      "PartStatus",
      "PluginOptions",
      "PluginStatus",
      "Plugins",
      "SettingStatus",
      "findPlugins",
      "knownSecrets",
      "loadPlugins",
    ])
    expect(packagesLoadedBy("@pawl/agent/plugins", "/packages/agent/src/plugins.ts")).toEqual([])
  })
})

describe("@pawl/agent/providers", () => {
  it("exports these values, and loads no codec", async () => {
    const names = Object.keys(await import("@pawl/agent/providers")).sort()
    expect(names).toEqual(["addressOf", "checkedAddress", "keyOf", "providers", "readModelName"])
    expect(packagesLoadedBy("@pawl/agent/providers", "/packages/agent/src/model/provider-table.ts")).toEqual([])
  })
})

describe("@pawl/agent/replay", () => {
  it("exports these names, and loads no package", () => {
    expect(namesIn("packages/agent/src/replay.ts")).toEqual([
      "Divergence",
      "DivergenceKind",
      "ExactReplay",
      "RecordedRequest",
      "ReplayOptions",
      "ReplayReport",
      "recordedRequests",
      "recordedRules",
      "replaySession",
    ])
    expect(packagesLoadedBy("@pawl/agent/replay", "/packages/agent/src/replay.ts")).toEqual([])
  })
})

describe("@pawl/agent/sessions", () => {
  it("exports these names, and loads no database", () => {
    expect(namesIn("packages/agent/src/sessions.ts")).toEqual([
      "Archive",
      "AttachmentProblem",
      "BackupReport",
      "Cancelled",
      "ImportOptions",
      "Imported",
      "Lists",
      "MoveOptions",
      "MoveOutcome",
      "Moved",
      "MovedRecords",
      "MovedSession",
      "SearchOptions",
      "SessionHit",
      "VacuumReport",
      "archiveOf",
      "attachmentProblem",
      "blobHashesIn",
      "cancelSession",
      "childrenIn",
      "exportSession",
      "forkSession",
      "importSession",
      "isDead",
      "listsIn",
      "matchingPaths",
      "mediaTypeOf",
      "moveStore",
      "removeSession",
      "updateSession",
      "workspaceFiles",
    ])
    expect(packagesLoadedBy("@pawl/agent/sessions", "/packages/agent/src/sessions.ts")).toEqual([])
  })
})

describe("@pawl/agent/host", () => {
  it("exports these names, and loads no package", () => {
    expect(namesIn("packages/agent/src/host.ts")).toEqual(["Slots", "SlotsSetup"])
    expect(packagesLoadedBy("@pawl/agent/host", "/packages/agent/src/host.ts")).toEqual([])
  })
})

describe("@pawl/agent/store", () => {
  it("exports these names, and loads no database", () => {
    expect(namesIn("packages/agent/src/store.ts")).toEqual([
      "Flag",
      "GOES_ON_MS",
      "HEAD_START_MS",
      "HeldRuns",
      "KnownBlobs",
      "Names",
      "OwnerQueue",
      "SessionColumns",
      "Situation",
      "StoreQueue",
      "UnknownHow",
      "UsageColumns",
      "Waiting",
      "changedCommand",
      "changedTags",
      "checkNumbers",
      "dayName",
      "excerptOf",
      "filesIn",
      "filesSaid",
      "isBusy",
      "isTooMuch",
      "messageOf",
      "nameToSearch",
      "newRow",
      "parseFact",
      "priorityWith",
      "readDay",
      "refusalOf",
      "refuseUnknown",
      "runnerUnknown",
      "searchedText",
      "titleOf",
      "toSessionRow",
      "toUsageRow",
      "waitingOf",
      "withoutAccents",
      "wordsIn",
    ])
    expect(packagesLoadedBy("@pawl/agent/store", "/packages/agent/src/store.ts")).toEqual([])
  })
})

describe("@pawl/postgres", () => {
  it("exports these names, and no other package of Pawl's loads its driver", async () => {
    expect(namesIn("packages/postgres/src/index.ts")).toEqual(["PostgresOptions", "hasStore", "postgres", "sameStore"])
    expect(packagesLoadedBy("@pawl/postgres", "/packages/postgres/src/index.ts")).toContain("pg")
    const server = packagesLoadedBy("@pawl/server", "/packages/server/src/index.ts")
    expect(server.filter((name) => name.startsWith("pg"))).toEqual([])
  })
})

describe("@pawl/agent/types", () => {
  it("exports types only, and none that another entry exports", () => {
    const source = readFileSync(new URL("packages/agent/src/types.ts", ROOT), "utf8")
    expect(source.match(/^export (?!type \{)/gm)).toBeNull()
    const main = namesIn("packages/agent/src/index.ts")
    expect(namesIn("packages/agent/src/types.ts").filter((name) => main.includes(name))).toEqual([])
    expect(packagesLoadedBy("@pawl/agent/types", "/packages/agent/src/types.ts")).toEqual([])
  })
})
