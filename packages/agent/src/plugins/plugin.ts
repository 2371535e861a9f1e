// A plugin as its author writes it: tools and context providers that share settings.
import type { Json } from "../contracts/json.ts"
import type { InferInput, InputSchema } from "../tools/input-schema.ts"
import type { Tool, ToolContext, ToolOutput, Verified } from "../tools/tool.ts"

/** Tools and context providers that share settings. */
export interface Plugin<Settings = PluginSettings> {
  /** Small letters, digits and "-". Its tools are called `name__tool`. */
  readonly name: string
  /** Shown in lists. */
  readonly version?: string
  /** What it is for, in one line. */
  readonly description?: string
  /** JSON Schema of an object, or a Standard Schema that describes itself (zod 4). Defaults are in it. */
  readonly settings?: InputSchema
  /** Asked once the settings are known: no, or why not, puts all of it on standby. */
  available?(context: PluginContext<Settings>): Availability | Promise<Availability>
  /** The tools that it brings. */
  readonly tools?: readonly PluginTool<Settings>[]
  /** The context providers that it brings. */
  readonly contextProviders?: readonly PluginProvider<Settings>[]
}

/** Settings as they are handed out: checked, and a `Secret` where the schema says so. */
export type PluginSettings = Readonly<Record<string, unknown>>

/** True or nothing: it can be used. False, or in words: why not. */
export type Availability = boolean | string | undefined

/**
 * `settings`: all that are required. `settings.name`: this one, too. `workspace`: the folder that the agent works in.
 * What is not there puts the tool on standby.
 */
export type Need = "settings" | `settings.${string}` | "dataFolder" | "cacheFolder" | "workspace"

type ToolParts<Schema extends InputSchema> = Omit<
  Tool<Schema>,
  "run" | "verify" | "origin" | "touches" | "preview" | "contents"
>

/** A tool of a plugin. It is written like any tool, and is handed the plugin's settings. */
export interface PluginTool<Settings = PluginSettings, Schema extends InputSchema = InputSchema>
  extends ToolParts<Schema> {
  /** What of the context it uses. It gets that, and runs only where it is there. */
  readonly needs?: readonly Need[]
  /** Whether it can be used now; if not, it is on standby and a call is told why. */
  available?(context: PluginContext<Settings>): Availability | Promise<Availability>
  /** What it writes to: calls of one answer that touch the same thing run in request order. */
  touches?(input: InferInput<Schema>): readonly string[]
  /** What a person is shown who is asked to approve the call. */
  preview?(input: InferInput<Schema>): string | Promise<string>
  /** Asked after a crash whether an interrupted call took effect. */
  verify?(effectKey: string, input: InferInput<Schema>, context: ToolRun<Settings>): Promise<Verified> | Verified
  /** Does the work. What it returns is shown to the model. */
  run(input: InferInput<Schema>, context: ToolRun<Settings>): Promise<ToolOutput> | ToolOutput
}

/** Live state for the prompt, like any context provider's, with the plugin's context beside it. */
export interface PluginProvider<Settings = PluginSettings> {
  /** Names its section of the prompt. */
  readonly name: string
  /** What has to be set before it can be used. */
  readonly needs?: readonly Need[]
  /** Asked first; when it says no, the provider is not run. */
  isEligible?(about: ProviderAbout, context: PluginContext<Settings>): boolean | Promise<boolean>
  /** What the model is to know in this turn; undefined for nothing. */
  fetch(about: ProviderAbout, context: PluginContext<Settings>): Promise<Json | string | undefined>
}

export interface ProviderAbout {
  readonly session: string
  readonly turn: number
  readonly said: string
  readonly workspace?: string
  readonly signal: AbortSignal
}

/** Made anew for each run, each fetch and each question about availability. */
export interface PluginContext<Settings = PluginSettings> {
  /** The plugin's settings, checked against its schema. */
  readonly settings: Settings
  /** Folders that it may use. */
  readonly paths: PluginPaths
  /** Where it says what it does. */
  readonly log: PluginLog
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal
}

/** What a plugin's tool is handed when it runs. */
export interface ToolRun<Settings = PluginSettings> extends PluginContext<Settings>, Omit<ToolContext, "signal"> {}

export interface PluginPaths {
  /** Of this plugin alone; there when the tool runs. */
  readonly data: string
  /** The same, for what may be thrown away. */
  readonly cache: string
  readonly workspace: string
}

/** A function for each level of the log. */
export type PluginLog = Readonly<
  Record<LogLevel, (message: string, fields?: Readonly<Record<string, unknown>>) => void>
>
export type LogLevel = "debug" | "info" | "warn" | "error"

/** What a plugin logged, without secrets. */
export interface PluginLogRecord {
  /** The plugin that says it. */
  readonly plugin: string
  /** The tool that says it. */
  readonly tool?: string
  /** The session in which it is said. */
  readonly session?: string
  /** Names the turn. */
  readonly trace?: string
  /** How much it matters. */
  readonly level: LogLevel
  /** What is said, without secrets. */
  readonly message: string
  /** What is said besides, as data. */
  readonly fields?: unknown
}

/**
 * Says of an object that it is a plugin, so that an editor can help. `Settings` is what the schema says, as a type.
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
