// The list of settings and their sources: flags win over environment, then project, user and default.
import type { Flags } from "../line/parse.ts"
import { listOf } from "./check-values.ts"
import type { Environment, Tree } from "./read-file.ts"

export const KEYS: readonly Key[] = [
  { key: "model", flag: "model", env: "PAWL_MODEL" },
  { key: "fallbacks", flag: "fallback", env: "PAWL_FALLBACKS", isList: true },
  { key: "profile", flag: "profile", env: "PAWL_PROFILE", otherwise: "default" },
  { key: "dialect", flag: "dialect", env: "PAWL_DIALECT" },
  { key: "approve", flag: "approve", env: "PAWL_APPROVE", otherwise: "ask" },
  { key: "approvalModes" },
  { key: "priority", flag: "priority", env: "PAWL_PRIORITY" },
  { key: "approvalTimeout", flag: "approval-timeout", env: "PAWL_APPROVAL_TIMEOUT" },
  { key: "maxIterations", flag: "max-iterations", env: "PAWL_MAX_ITERATIONS" },
  { key: "attempts", flag: "attempts", env: "PAWL_ATTEMPTS" },
  { key: "rates" },
  { key: "interruptedTools", env: "PAWL_INTERRUPTED_TOOLS" },
  { key: "finish", flag: "finish", env: "PAWL_FINISH" },
  { key: "judge", flag: "judge", env: "PAWL_JUDGE" },
  { key: "tools", flag: "tools", env: "PAWL_TOOLS", isList: true },
  { key: "limits", otherwise: {} },
  { key: "maxCost", flag: "max-cost", env: "PAWL_MAX_COST" },
  { key: "prices" },
  { key: "offer", flag: "offer", env: "PAWL_OFFER" },
  { key: "resultLimits" },
  { key: "embedder", flag: "embedder", env: "PAWL_EMBEDDER" },
  { key: "orchestrate", flag: "orchestrate", env: "PAWL_ORCHESTRATE" },
  { key: "planner", flag: "planner", env: "PAWL_PLANNER" },
  { key: "router", flag: "router", env: "PAWL_ROUTER" },
  { key: "delegation", flag: "delegate", env: "PAWL_DELEGATION" },
  { key: "tasks", env: "PAWL_TASKS" },
  { key: "notes", env: "PAWL_NOTES" },
  { key: "questions", env: "PAWL_QUESTIONS" },
  { key: "window", flag: "window", env: "PAWL_WINDOW" },
  { key: "instructions" },
  { key: "retrieval", flag: "retrieval", env: "PAWL_RETRIEVAL" },
  { key: "thinking", flag: "thinking", env: "PAWL_THINKING", otherwise: "show" },
  { key: "runner", flag: "runner", env: "PAWL_RUNNER", otherwise: "here" },
  { key: "database", flag: "database", env: "PAWL_DATABASE" },
  { key: "plugins", flag: "plugin", env: "PAWL_PLUGINS", isList: true },
  { key: "readOnlyFolders", env: "PAWL_READ_ONLY_FOLDERS", isList: true },
]

export type KeyName =
  | "model"
  | "fallbacks"
  | "profile"
  | "dialect"
  | "approve"
  | "approvalModes"
  | "priority"
  | "approvalTimeout"
  | "maxIterations"
  | "attempts"
  | "rates"
  | "interruptedTools"
  | "finish"
  | "judge"
  | "orchestrate"
  | "planner"
  | "router"
  | "delegation"
  | "tasks"
  | "notes"
  | "tools"
  | "limits"
  | "maxCost"
  | "prices"
  | "questions"
  | "offer"
  | "resultLimits"
  | "embedder"
  | "window"
  | "instructions"
  | "retrieval"
  | "thinking"
  | "runner"
  | "database"
  | "plugins"
  | "readOnlyFolders"

interface Key {
  readonly key: KeyName
  readonly flag?: string
  readonly env?: string
  /** Separated by commas when given as a string. */
  readonly isList?: boolean
  readonly otherwise?: unknown
}

/** The sources of settings. */
export interface Layers {
  readonly flags: Flags
  readonly env: Environment
  /** Of one workspace of a server, in the user's file. */
  readonly entry?: Tree
  readonly user: Tree
  readonly project: Tree
  readonly paths: { readonly user: string; readonly project: string }
}

export interface Origin {
  readonly key: string
  readonly value: unknown
  readonly from: "flag" | "environment" | "project" | "user" | "default" | "nowhere"
  readonly where: string
}

/** The value and source of each setting. */
export interface GivenSettings {
  readonly origins: readonly Origin[]
  readonly paths: Layers["paths"]
  origin(key: KeyName): Origin | undefined
  value(key: KeyName): unknown
}

export function givenBy(layers: Layers): GivenSettings {
  const origins = KEYS.map((key) => originOf(key, layers))
  const origin = (key: KeyName) => origins.find((each) => each.key === key)
  return { origins, paths: layers.paths, origin, value: (key) => origin(key)?.value }
}

function originOf(key: Key, layers: Layers): Origin {
  const origin = firstOf(key, layers)
  return key.isList && origin.value !== undefined ? { ...origin, value: listOf(origin.value) } : origin
}

function firstOf({ key, flag, env: name, otherwise }: Key, layers: Layers): Origin {
  const { flags, env, entry = {}, user, project, paths } = layers
  const flagged = flag === undefined ? undefined : flags.get(flag)
  if (flagged !== undefined) return { key, value: flagged, from: "flag", where: `--${flag}` }
  const fromEnv = name === undefined ? undefined : env[name]
  if (fromEnv !== undefined && fromEnv !== "") return { key, value: fromEnv, from: "environment", where: `${name}` }
  if (entry[key] !== undefined) return { key, value: entry[key], from: "user", where: paths.user }
  if (project[key] !== undefined) return { key, value: project[key], from: "project", where: paths.project }
  if (user[key] !== undefined) return { key, value: user[key], from: "user", where: paths.user }
  if (otherwise !== undefined) return { key, value: otherwise, from: "default", where: "built in" }
  return { key, value: undefined, from: "nowhere", where: "not set" }
}
