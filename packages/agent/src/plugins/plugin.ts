// A plugin as its author writes it: tools and context providers that share settings.
import type { Json } from "../contracts/json.ts"
import type { InferInput, InputSchema } from "../tools/input-schema.ts"
import type { Tool, ToolContext, ToolOutput, Verified } from "../tools/tool.ts"

export interface Plugin<Settings = PluginSettings> {
  /** Small letters, digits and "-". Its tools are called `name__tool`. */
  readonly name: string
  readonly version?: string
  readonly description?: string
  /** JSON Schema of an object, or a Standard Schema that describes itself (zod 4). Defaults are in it. */
  readonly settings?: InputSchema
  /** Asked once the settings are known: no, or why not, puts all of it on standby. */
  available?(context: PluginContext<Settings>): Availability | Promise<Availability>
  readonly tools?: readonly PluginTool<Settings>[]
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

export interface PluginTool<Settings = PluginSettings, Schema extends InputSchema = InputSchema>
  extends ToolParts<Schema> {
  /** What of the context it uses. It gets that, and runs only where it is there. */
  readonly needs?: readonly Need[]
  available?(context: PluginContext<Settings>): Availability | Promise<Availability>
  touches?(input: InferInput<Schema>): readonly string[]
  preview?(input: InferInput<Schema>): string | Promise<string>
  verify?(effectKey: string, input: InferInput<Schema>, context: ToolRun<Settings>): Promise<Verified> | Verified
  run(input: InferInput<Schema>, context: ToolRun<Settings>): Promise<ToolOutput> | ToolOutput
}

/** Live state for the prompt, like any context provider's, with the plugin's context beside it. */
export interface PluginProvider<Settings = PluginSettings> {
  readonly name: string
  readonly needs?: readonly Need[]
  isEligible?(about: ProviderAbout, context: PluginContext<Settings>): boolean | Promise<boolean>
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
  readonly settings: Settings
  readonly paths: PluginPaths
  readonly log: PluginLog
  readonly signal: AbortSignal
}

export interface ToolRun<Settings = PluginSettings> extends PluginContext<Settings>, Omit<ToolContext, "signal"> {}

export interface PluginPaths {
  /** Of this plugin alone; there when the tool runs. */
  readonly data: string
  /** The same, for what may be thrown away. */
  readonly cache: string
  readonly workspace: string
}

export type PluginLog = Readonly<
  Record<LogLevel, (message: string, fields?: Readonly<Record<string, unknown>>) => void>
>
export type LogLevel = "debug" | "info" | "warn" | "error"

/** What a plugin logged, without secrets. */
export interface PluginLogRecord {
  readonly plugin: string
  readonly tool?: string
  readonly session?: string
  readonly trace?: string
  readonly level: LogLevel
  readonly message: string
  readonly fields?: unknown
}

/** Says of an object that it is a plugin, so that an editor can help. `Settings` is what the schema says, as a type. */
export function plugin<Settings = PluginSettings>(definition: Plugin<Settings>): Plugin<Settings> {
  return definition
}
