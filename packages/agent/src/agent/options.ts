// The options of `createAgent` and of `agent.open`.
import type { ContextProvider } from "../context/providers/provider.ts"
import type { Clock, Ids } from "../contracts/clock.ts"
import type { ApprovalMode } from "../contracts/command.ts"
import type { DelegationOptions } from "../contracts/delegation.ts"
import type { Grant } from "../contracts/fact.ts"
import type { UndoLimits } from "../contracts/files.ts"
import type { Finish } from "../contracts/finish-check.ts"
import type { SessionHost } from "../contracts/host.ts"
import type { Limits } from "../contracts/limits.ts"
import type { AnyModel } from "../contracts/model.ts"
import type { Prices } from "../contracts/price.ts"
import type { Priority } from "../contracts/queue.ts"
import type { RateLimiter, RateTable } from "../contracts/rates.ts"
import type { Store } from "../contracts/store.ts"
import type { Embedder } from "../contracts/tool-index.ts"
import type { ContextOf } from "../contracts/turn-about.ts"
import type { ToolChoice } from "../contracts/turn-output.ts"
import type { Grants } from "../features/approval/policy/grants.ts"
import type { Permits } from "../features/offer/permits.ts"
import type { PermitsModel } from "../features/offer/permits-model.ts"
import type { ToolOffer } from "../features/offer/tool-offer.ts"
import type { RetrievalOptions } from "../features/retrieval/retrieval.ts"
import type { Retries } from "../kernel/rules/retry-schedule.ts"
import type { McpConfig } from "../mcp/config.ts"
import type { McpOptions } from "../mcp/mcp-tools.ts"
import type { Observer } from "../observe/observer.ts"
import type { Plugin } from "../plugins/plugin.ts"
import type { PluginOptions } from "../plugins/plugins.ts"
import type { InterruptedTools, MakeProfile, Profile } from "../profiles/profile.ts"
import type { Aliases } from "../tools/aliases.ts"
import type { InputSchema } from "../tools/input-schema.ts"
import type { OnlyTools } from "../tools/only-tools.ts"
import type { ApprovalPolicy, ApproveCall } from "../tools/prepare.ts"
import type { Tool, ToolOutput } from "../tools/tool.ts"
import type { ResultLimits } from "../tools/truncate.ts"
import type { BuiltinOptions } from "../workspace/builtin-tools.ts"
import type { OrchestrateOptions } from "./planner-wiring.ts"

/** The options of an agent. Only `model` is required. `Context`: what its tools need to know of the application. */
export interface AgentOptions<Context = unknown> {
  /**
   * A model, or "provider:name" as in "anthropic:claude-sonnet-4-5" or "ollama:qwen3:8b", with its key in the
   * environment. A language model of the AI SDK is taken as it is. A list is a chain: when one model cannot answer, the
   * next is asked.
   */
  readonly model: AnyModel | readonly AnyModel[]
  /**
   * More models, which a turn or a kind of child may be given in place of `model`: `session.send(input, { model })`.
   * Every process that runs the agent's sessions passes the same ones.
   */
  readonly models?: readonly AnyModel[]
  /** Your own tools. */
  readonly tools?: readonly Tool<InputSchema, ToolOutput, Context>[]
  /**
   * Restricts all tools to these: by name, by the beginning of a name ("server__*"), or by group ("builtin", "mcp").
   * The other tools do not exist for the model, and MCP servers without a wanted tool are not started. An empty list
   * means no tools.
   */
  readonly onlyTools?: OnlyTools
  /** Additional names that tools may be called by, as in `{ rename_file: "move_file" }`. Some are predefined. */
  readonly aliases?: Aliases
  /** The folder that the built-in tools work in; they work nowhere else. Without it there are no built-in tools. */
  readonly workspace?: string
  /** Options of the built-in tools: what commands may reach, which addresses may be fetched. */
  readonly builtins?: Omit<BuiltinOptions, "workspace">
  /** MCP servers: the path of an `.mcp.json`, or an object of the same shape. */
  readonly mcp?: string | McpConfig
  /** How MCP servers are started and monitored, and where their tool lists and logs are stored. */
  readonly mcpOptions?: McpOptions
  /**
   * Plugins: the path of a folder or module, the name of a package, or the plugin object. A broken plugin does not
   * stop the agent.
   */
  readonly plugins?: readonly (string | Plugin)[]
  /** Where plugins find their settings and store their data. */
  readonly pluginOptions?: PluginOptions
  /**
   * Which tools a request offers; the profile decides unless given. "all": every tool. "prefilter": those that fit
   * the input; "prefilter:10": ten of them. "categories": those of a category that the model chooses. Pass an object
   * to set details.
   */
  readonly offer?: ToolOffer | string
  /**
   * Whether a turn has to begin with a call: "required" for any tool, `{ tool }` for this one; "none": no calls at all.
   * A turn of its own choice takes precedence: `session.send(input, { toolChoice })`.
   */
  readonly toolChoice?: ToolChoice
  /** How tools are found when there are many. */
  readonly toolSearch?: ToolSearchOptions
  /** How much of a tool's result a model is shown, by tool name or by its beginning (`server__*`). */
  readonly resultLimits?: ResultLimits
  /**
   * Where sessions are stored. Unless given, `memory()`: then everything is lost when the process ends. A store
   * passed as a promise, as in `store: sqlite("agent.db")`, is closed with the agent. A store that you opened
   * yourself may be shared between agents, and you close it.
   */
  readonly store?: Store | Promise<Store>
  /**
   * Whether tools that change something need an approval. `ask` waits for `session.decide()`. A function decides for each
   * call, and may be async.
   */
  readonly approve?: ApprovalPolicy | ApproveCall<Context>
  /**
   * The approval modes that turns may be sent with: "ask", "edits" and "plan" unless given. "auto" has to be listed. A
   * turn that was sent with another one asks a person.
   */
  readonly approvalModes?: readonly ApprovalMode[]
  /**
   * Whether the owner of a session may use a tool, asked before each call. It is asked also when a turn continues after a
   * crash, or after a wait for a person, so that a right that was taken away meanwhile is gone. Without it: all may.
   */
  readonly permits?: Permits<Context>
  /**
   * Whether the owner of a session may use a model, asked before each request: also of a retry, a fallback, a summary and a
   * judge. A model that the owner may not use counts as failed, so the next of the chain is asked. Without it: all may.
   */
  readonly permitsModel?: PermitsModel<Context>
  /**
   * How long a person may take to settle an approval or to answer a question; the profile decides unless given. After
   * that the model is told that there was no answer, and continues. Null: no time limit. Without a limit, a warning
   * tells of a wait that the process does not listen for; null turns it off.
   */
  readonly approvals?: { readonly timeoutMs?: number | null }
  /** Grants that hold in all sessions without an approval, and where new `always` grants are stored. */
  readonly grants?: readonly Grant[] | Grants
  /** Instructions for the model. A session's own instructions take precedence; without any, the profile's apply. */
  readonly instructions?: string
  /** The agent's task, in addition to `instructions`. */
  readonly task?: string
  /**
   * How much of a file's content is stored before a tool changes it, so that the change can be
   * undone. False: nothing is stored.
   */
  readonly undo?: UndoLimits | false
  /** The language of the profile's instructions, where no other instructions are given: "de-DE". */
  readonly locale?: string
  /** Modules that add live state to the prompt of each turn. */
  readonly contextProviders?: readonly ContextProvider<Context>[]
  /**
   * Supplies the context of a turn for which neither `open` nor `send` passed one in this process, and none is stored:
   * above all after a crash, in another process. Called once per turn. Until it resolves, the turn waits; when it throws,
   * `onError` is told, and the turn is tried again later.
   */
  readonly contextOf?: ContextOf<Context>
  /**
   * Stores the context that `open` and `send` get in the session's log, where exports and backups hold it too. It must
   * be JSON then, of at most 64 kB. Default: false, the context stays in this process.
   */
  readonly storeContext?: boolean
  /** Quotes passages from the text files of a folder in the prompt, chosen to fit the input. */
  readonly retrieval?: RetrievalOptions
  /** The name of a profile, or your own. A session keeps the profile it was opened with. */
  readonly profile?: string | Profile | MakeProfile
  /** How tool calls are written and parsed: "native", "xml", "structured", "bracket" ... The profile decides unless given. */
  readonly dialect?: string
  /**
   * How much a message may hold, and how much a turn, a session and an owner may use: US dollars, tokens, time and tool
   * calls. No limits unless given.
   */
  readonly limits?: Limits
  /** Prices of models, in place of those that Pawl knows. A model without a price has an unknown cost. */
  readonly prices?: Prices
  /** How often a turn may ask the model; the profile decides unless given. */
  readonly maxIterations?: number
  /**
   * What to do with a call that a crash interrupted, that must not happen twice, and that its tool cannot verify; the
   * profile decides unless given. `unknown`, the default of every built-in profile: its outcome is unknown. `re-run`:
   * run it again, if you know that your tools tolerate it; the log records each such start.
   */
  readonly interruptedTools?: InterruptedTools
  /**
   * How a model that failed is asked again: how often, after which waits, and after which kinds of failure. What is
   * left out is the profile's.
   */
  readonly retries?: Retries
  /**
   * What the providers allow, by the names of models: `{ "openai:*": { requestsPerMinute: 500, concurrency: 8 } }`.
   * Requests wait until they may be sent. Unless given, the limits are learnt from the replies. A `RateLimiter` of your
   * own can share them between processes. False: no request waits.
   */
  readonly rates?: RateTable | RateLimiter | false
  /** A provider that asks for a longer wait than this (`Retry-After`) counts as failed; ten minutes unless given. */
  readonly maxRetryAfterMs?: number
  /**
   * How an answer without a call is checked before it ends the turn; the profile decides unless given. "structure":
   * only obvious defects, such as an empty answer. "model": a judge model is asked as well when the answer may have
   * stopped short. False: no check. Or a list of your own checks.
   */
  readonly finish?: Finish<Context>
  /** The model that judges whether an answer is finished; unless given, the model that gave the answer. */
  readonly judge?: AnyModel
  /** Gives the model a task list that is stored in the session; the profile decides unless given. */
  readonly tasks?: boolean
  /** Gives the model notes that are stored in the session; the profile decides unless given. */
  readonly notes?: boolean
  /**
   * Gives the model a tool that asks the user a question and waits for `session.answer()` within the turn; the
   * profile decides unless given. A profile that turns it on offers it only when there are other tools.
   */
  readonly questions?: boolean
  /** Lets the model delegate tasks to other sessions; off unless given. */
  readonly delegation?: DelegationOptions | boolean
  /**
   * Carries turns out by a plan: one model plans, another makes the calls. If a plan fails, the
   * turn continues without it.
   */
  readonly orchestrate?: OrchestrateOptions | boolean
  /** How many tokens a request and its answer may have together. This value takes precedence over any catalogue. */
  readonly window?: number
  /** Which interrupted or due sessions this process runs: those it opened, all in the store, or none. */
  readonly run?: "opened" | "all" | "none"
  /**
   * Decides which process runs a session, in place of this one: `restateHost` of `@pawl/restate` does so for many machines.
   * With `run: "none"` the agent only wakes sessions through it. Closed with the agent.
   */
  readonly host?: SessionHost
  /** How many sessions this process runs at once; no limit unless given. */
  readonly concurrency?: number
  /** The priority of turns that are sent without one; "normal" unless given. */
  readonly priority?: Priority
  /**
   * How often a lease is renewed (1 s), when it counts as lapsed (10 s), and how often the process looks for sessions
   * to take over (1 s).
   */
  readonly leases?: { readonly beatMs?: number; readonly lapseMs?: number; readonly sweepMs?: number }
  /** A session that has to wait longer than this is parked: it is released and woken again at `due_at`. */
  readonly parkMs?: number
  /** The clock; a test passes a `FakeClock`. */
  readonly clock?: Clock
  /** Makes the ids of sessions and commands; a test passes its own. */
  readonly ids?: Ids
  /** Observers that get every fact once it is durable: for logs, traces and metrics. Closed with the agent. */
  readonly observe?: readonly Observer[]
  /** Called with failures of the runtime itself. The failure of a turn is in its result. */
  readonly onError?: (session: string, error: unknown) => void
}

/** How an agent finds the tools that fit the input. */
export interface ToolSearchOptions {
  /** Also finds tools by meaning: "openai:text-embedding-3-small", "ollama:nomic-embed-text", or your own embedder. */
  readonly embedder?: Embedder | string
  /** The folder in which vectors are stored, so that each tool is embedded once. */
  readonly cacheFolder?: string
}

/** Which session to open, and how a new one begins. */
export interface OpenOptions<Context = unknown> {
  /** The session's id. Unless given, a new session with a new id is created. */
  readonly id?: string
  /**
   * The owner of a new session, for limits and lists. Of an existing session: a session of another owner is not
   * opened, and the error is the one of a session that does not exist. A session without an owner opens for all.
   */
  readonly owner?: string
  /**
   * What your tools need to know of your application: the user, the tenant, a connection. Every turn that is sent through
   * the handle has it, unless `send` passes another one, and so has a turn that opening the session continues.
   */
  readonly context?: Context
  /** False: only an existing session is opened. Default: true. */
  readonly create?: boolean
  /** The title of a new session. */
  readonly title?: string
  /** The tags of a new session, to list it by: `sessions.list({ tag })`. */
  readonly tags?: readonly string[]
  /** Instructions for this session, in place of the agent's. Applies to a new session only. */
  readonly instructions?: string
  /** The name of a built-in profile for this session, in place of the agent's. Applies to a new session only. */
  readonly profile?: string
}

/**
 * What `createAgent` asks for when its tools rely on a context: only `contextOf` can supply one in every case, after a
 * crash too.
 */
export type ContextSupplied<Context> = undefined extends Context
  ? unknown
  : ContextOfNeeded<
      Context,
      "Say where the context comes from after a crash, or write createAgent<Context | undefined>."
    >

/** The compiler prints the explanation when `contextOf` is missing. */
export interface ContextOfNeeded<Context, _Explained extends string = string> {
  /** See `AgentOptions`. */
  readonly contextOf: ContextOf<Context>
}
