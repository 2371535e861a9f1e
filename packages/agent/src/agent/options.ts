// What an agent is made of, as its user says it.
import type { ContextProvider } from "../context/providers/provider.ts"
import type { Clock, Ids } from "../contracts/clock.ts"
import type { DelegationOptions } from "../contracts/delegation.ts"
import type { Grant } from "../contracts/fact.ts"
import type { UndoLimits } from "../contracts/files.ts"
import type { Finish } from "../contracts/finish-check.ts"
import type { Model } from "../contracts/model.ts"
import type { Store } from "../contracts/store.ts"
import type { Embedder } from "../contracts/tool-index.ts"
import type { Grants } from "../features/approval/policy/grants.ts"
import type { RetrievalOptions } from "../features/retrieval/retrieval.ts"
import type { ToolChoice } from "../features/tool-choice/tool-choice.ts"
import type { McpConfig } from "../mcp/config.ts"
import type { McpOptions } from "../mcp/mcp-tools.ts"
import type { Observer } from "../observe/observer.ts"
import type { Plugin } from "../plugins/plugin.ts"
import type { PluginOptions } from "../plugins/plugins.ts"
import type { InterruptedTools, MakeProfile, Profile } from "../profiles/profile.ts"
import type { SessionLimits } from "../session/limits.ts"
import type { Aliases } from "../tools/aliases.ts"
import type { OnlyTools } from "../tools/only-tools.ts"
import type { ApprovalPolicy } from "../tools/prepare.ts"
import type { Tool } from "../tools/tool.ts"
import type { ResultLimits } from "../tools/truncate.ts"
import type { BuiltinOptions } from "../workspace/builtin-tools.ts"
import type { OrchestrateOptions } from "./planner-wiring.ts"

/** What an agent is made of. Only `model` is needed. */
export interface AgentOptions extends SessionLimits {
  /** A model, or "provider:name" as in "anthropic:claude-sonnet-4-5" or "ollama:qwen3:8b", with its key in the environment. A list is a chain: when one cannot answer, the next is asked. */
  readonly model: Model | string | readonly (Model | string)[]
  /** Your own tools. */
  readonly tools?: readonly Tool[]
  /**
   * Of all tools only these, by name, by the beginning of a name ("server__*"), or by group: "builtin", "mcp". The others do
   * not exist for the model, and MCP servers that nobody wants are not started. An empty list: none at all.
   */
  readonly onlyTools?: OnlyTools
  /** Other names that tools may be called by, as in `{ rename_file: "move_file" }`; there are some already. */
  readonly aliases?: Aliases
  /** A folder: the built-in tools work in it, and nowhere else. */
  readonly workspace?: string
  /** How the built-in tools work there: what commands may reach, which addresses may be fetched. */
  readonly builtins?: Omit<BuiltinOptions, "workspace">
  /** MCP servers: the path of an `.mcp.json`, or an object of the same shape. */
  readonly mcp?: string | McpConfig
  /** How MCP servers are started and looked after, and where their lists and logs are kept. */
  readonly mcpOptions?: McpOptions
  /** Plugins: the path of a folder or module, the name of a package, or the plugin itself. One that is broken stops nobody. */
  readonly plugins?: readonly (string | Plugin)[]
  /** Where plugins find their settings and keep their data. */
  readonly pluginOptions?: PluginOptions
  /**
   * Which tools a request offers, when not as the profile says: "all", those that fit what was said ("prefilter", or
   * "prefilter:10" for ten of them), or those of a category that the model chooses ("categories"). In full as an object.
   */
  readonly toolChoice?: ToolChoice | string
  /** How tools are found among many. */
  readonly toolSearch?: ToolSearchOptions
  /** How much of a tool's result a model is shown, by tool name or beginning (`server__*`). */
  readonly resultLimits?: ResultLimits
  /**
   * `memory()` unless you say otherwise: then nothing outlives the process. A store passed as a promise, as in
   * `store: sqlite("agent.db")`, is closed with the agent; one you opened yourself may be shared, and stays yours.
   */
  readonly store?: Store | Promise<Store>
  /** Who decides about tools that change things. `ask` waits for `session.approve()`. */
  readonly approve?: ApprovalPolicy
  /**
   * How long somebody may take to settle an approval or to answer a question, when not as the profile says; then the model
   * is told that nobody did, and goes on. Null: for ever.
   */
  readonly approvals?: { readonly timeoutMs?: number | null }
  /** What is allowed in all sessions without asking, and where `always` is kept. */
  readonly grants?: readonly Grant[] | Grants
  /** How the model is to behave. A session's own instructions come before these; without any, the profile's count. */
  readonly instructions?: string
  /** What it is to do, in addition to `instructions`. */
  readonly task?: string
  /** How much is kept of files before tools change them, so that it can be undone; false: nothing. */
  readonly undo?: UndoLimits | false
  /** The language of the profile's instructions, where there are no others: "de-DE". */
  readonly locale?: string
  /** Small modules that add live state to each turn. */
  readonly contextProviders?: readonly ContextProvider[]
  /** Passages of the text files in a folder that fit what is said, quoted in the prompt. */
  readonly retrieval?: RetrievalOptions
  /** A named bundle of behaviour, or one of your own. Sessions keep the profile they were opened with. */
  readonly profile?: string | Profile | MakeProfile
  /** How tool calls are written and read, when not as the profile says: "native", "xml", "structured", "bracket" ... */
  readonly dialect?: string
  /** How often a turn may ask the model, when not as the profile says. */
  readonly maxIterations?: number
  /**
   * A call that a crash interrupted, that must not happen twice and that its tool cannot verify, when not as the profile says:
   * `unknown`, as in every profile of ours, or `re-run`, for tools that you know to bear it; each start then says so in the log.
   */
  readonly interruptedTools?: InterruptedTools
  /** A provider that wants to be left alone for longer than this (`Retry-After`) has failed; ten minutes unless given. */
  readonly maxRetryAfterMs?: number
  /**
   * What an answer without a call is held against, when not as the profile says. "structure": only what is plain to see, as
   * an empty answer. "model": where it may have stopped short, a judge model is asked too. false: nothing. Or your own checks.
   */
  readonly finish?: Finish
  /** Who is asked whether an answer is finished; the model that gave it unless given. */
  readonly judge?: Model | string
  /** Gives the model a list of tasks, kept in the session; as the profile says unless given. */
  readonly tasks?: boolean
  /** Gives the model notes of its own, kept in the session; as the profile says unless given. */
  readonly notes?: boolean
  /**
   * Gives the model a tool that asks the person and waits for `session.answer()` within the turn; as the profile says unless
   * given. One that says so offers it where there are other tools.
   */
  readonly questions?: boolean
  /** Lets the model give tasks to other sessions; off unless given. */
  readonly delegation?: DelegationOptions | boolean
  /** Turns are carried out by a plan: one model plans, another makes the calls. When a plan fails, without it. */
  readonly orchestrate?: OrchestrateOptions | boolean
  /** How many tokens a request and its answer may have together; what is declared here wins over any catalogue. */
  readonly window?: number
  /** Which interrupted or due sessions this process runs: those it opened, all in the store, or none at all. */
  readonly run?: "opened" | "all" | "none"
  /** How many sessions this process runs at once. */
  readonly concurrency?: number
  /** How often a lease is renewed (1 s), when it counts as lapsed (10 s), and how often others' are looked at (1 s). */
  readonly leases?: { readonly beatMs?: number; readonly lapseMs?: number; readonly sweepMs?: number }
  /** Waits longer than this free the session: `due_at` wakes it. */
  readonly parkMs?: number
  /** The time; a test hands in a `FakeClock`. */
  readonly clock?: Clock
  /** Makes the ids of sessions and commands; a test hands in its own. */
  readonly ids?: Ids
  /** Told of every fact once it is durable: for logs, traces and metrics. Closed with the agent. */
  readonly observe?: readonly Observer[]
  /** Hears of failures of the runtime itself; a turn's own failures are in its result. */
  readonly onError?: (session: string, error: unknown) => void
}

/** How an agent finds the tools that fit what was said. */
export interface ToolSearchOptions {
  /** Finds tools by meaning too: "openai:text-embedding-3-small", "ollama:nomic-embed-text", or your own. */
  readonly embedder?: Embedder | string
  /** Where its vectors are kept, so that a tool is embedded once. */
  readonly cacheFolder?: string
}

/** Which session is opened, and how a new one begins. */
export interface OpenOptions {
  /** The session's id; a new session with a new id unless given. */
  readonly id?: string
  /** Whose session it is, for limits and lists. For a new session only. */
  readonly owner?: string
  /** Names a new session. */
  readonly title?: string
  /** How the model is to behave in this session, whatever the agent's instructions are. For a new session only. */
  readonly instructions?: string
}
