// Defines what a plugin is, for its author: tools and context providers that share settings.
import type { Json } from "../contracts/json.ts"
import type { TurnAbout } from "../contracts/turn-about.ts"
import type { InferInput, InputSchema } from "../tools/input-schema.ts"
import type { Tool, ToolContext, ToolOutput, Verified, VerifyContext } from "../tools/tool.ts"

/** Tools and context providers that share settings. */
export interface Plugin<Settings = PluginSettings> {
  /** Lower-case letters, digits and "-". Its tools are called `name__tool`. */
  readonly name: string
  /** Shown in lists. */
  readonly version?: string
  /** What it is for, in one line. */
  readonly description?: string
  /** JSON Schema of an object, or a Standard Schema that describes itself (zod 4). It contains the defaults. */
  readonly settings?: InputSchema
  /** Called once the settings are known. False, or a reason, puts the whole plugin on standby. */
  available?(context: PluginContext<Settings>): Availability | Promise<Availability>
  /** The plugin's tools. */
  readonly tools?: readonly PluginTool<Settings>[]
  /** The plugin's context providers. */
  readonly contextProviders?: readonly PluginProvider<Settings>[]
}

/** Settings as plugin code gets them: checked, and a `Secret` where the schema says so. */
export type PluginSettings = Readonly<Record<string, unknown>>

/** True or undefined: it can be used. False or a text with the reason: it cannot. */
export type Availability = boolean | string | undefined

/**
 * `settings`: all required settings. `settings.name`: this one as well. `workspace`: the folder that the agent works in.
 * If something is missing, the tool is on standby.
 */
export type Need = "settings" | `settings.${string}` | "dataFolder" | "cacheFolder" | "workspace"

/** What a plugin's tool shares with other tools. */
export type ToolParts<Schema extends InputSchema> = Omit<
  Tool<Schema>,
  "run" | "verify" | "origin" | "touches" | "preview" | "contents"
>

/** A tool of a plugin. It is written like any tool, and gets the plugin's settings. */
export interface PluginTool<Settings = PluginSettings, Schema extends InputSchema = InputSchema>
  extends ToolParts<Schema> {
  /** The parts of the context it uses. It gets only these, and runs only when all of them are available. */
  readonly needs?: readonly Need[]
  /** Whether it can be used now. If not, it is on standby and a call gets the reason as its error. */
  available?(context: PluginContext<Settings>): Availability | Promise<Availability>
  /** What it writes to. Calls of one answer that touch the same thing run in request order. */
  touches?(input: InferInput<Schema>): readonly string[]
  /** What the approver is shown. */
  preview?(input: InferInput<Schema>): string | Promise<string>
  /** Called after a crash to find out whether an interrupted call took effect. */
  verify?(
    effectKey: string,
    input: InferInput<Schema>,
    context: PluginContext<Settings> & VerifyContext,
  ): Promise<Verified> | Verified
  /** Does the work. What it returns is shown to the model. */
  run(input: InferInput<Schema>, context: ToolRun<Settings>): Promise<ToolOutput> | ToolOutput
}

/** Live state for the prompt, like any context provider, with the plugin's context as a second argument. */
export interface PluginProvider<Settings = PluginSettings> {
  /** Names its section of the prompt. */
  readonly name: string
  /** What it needs before it can be used. */
  readonly needs?: readonly Need[]
  /** Called first; when it returns false, `fetch` is not called. */
  isEligible?(about: ProviderAbout, context: PluginContext<Settings>): boolean | Promise<boolean>
  /** What the model should know in this turn; undefined for nothing. */
  fetch(about: ProviderAbout, context: PluginContext<Settings>): Promise<Json | string | undefined>
}

/** What a context provider of a plugin is told about the request. */
export interface ProviderAbout extends TurnAbout {
  /** What the user said in this turn. */
  readonly said: string
  /** The folder that the agent works in. */
  readonly workspace?: string
  /** Aborts when the text is no longer needed. */
  readonly signal: AbortSignal
}

/** Created for each `run`, `fetch` and `available` call. */
export interface PluginContext<Settings = PluginSettings> {
  /** The plugin's settings, checked against its schema. */
  readonly settings: Settings
  /** Folders that it may use. */
  readonly paths: PluginPaths
  /** The plugin's log. */
  readonly log: PluginLog
  /** Aborted when the caller no longer waits for the result. */
  readonly signal: AbortSignal
}

/** What a plugin's tool gets when it runs. */
export interface ToolRun<Settings = PluginSettings> extends PluginContext<Settings>, Omit<ToolContext, "signal"> {}

/** The folders that a plugin may use. */
export interface PluginPaths {
  /** A folder for this plugin only; it exists when the tool runs. */
  readonly data: string
  /** The same, for data that may be deleted. */
  readonly cache: string
  /** The folder that the agent works in. */
  readonly workspace: string
}

/** A function for each level of the log. */
export type PluginLog = Readonly<
  Record<LogLevel, (message: string, fields?: Readonly<Record<string, unknown>>) => void>
>
/** How important a log record of a plugin is. */
export type LogLevel = "debug" | "info" | "warn" | "error"

/** What a plugin logged, without secrets. */
export interface PluginLogRecord {
  /** The plugin that logged it. */
  readonly plugin: string
  /** The tool that logged it. */
  readonly tool?: string
  /** The session it was logged in. */
  readonly session?: string
  /** Names the turn. */
  readonly trace?: string
  /** The severity. */
  readonly level: LogLevel
  /** The message, without secrets. */
  readonly message: string
  /** Additional data. */
  readonly fields?: unknown
}

/**
 * Types an object as a plugin, so that an editor can help. `Settings` is the schema's content as a type.
 *
 * @example
 * ```ts
 * import { plugin } from "@pawl/agent"
 *
 * export default plugin<{ readonly city: string }>({
 *   name: "weather",
 *   settings: { type: "object", properties: { city: { type: "string", default: "Bremen" } } },
 *   tools: [
 *     {
 *       name: "today",
 *       description: "The weather of today.",
 *       input: { type: "object" },
 *       effect: "read",
 *       run: (_, { settings }) => `Rain in ${settings.city}.`,
 *     },
 *   ],
 * })
 * ```
 */
export function plugin<Settings = PluginSettings>(definition: Plugin<Settings>): Plugin<Settings> {
  return definition
}
