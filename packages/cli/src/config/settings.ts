// All that a command is told: flags over environment over project over user over default, each with where it comes from.
import { realpathSync, statSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, join, resolve, sep } from "node:path"
import type { AgentOptions, ApprovalPolicy, DelegationOptions, SessionLimits } from "@pawl/agent"
import { badConfig } from "../failure.ts"
import { type Folders, files, foldersFrom, refuseFiles } from "../folders.ts"
import type { Flags } from "../line/parse.ts"
import { type ChosenProfile, chooseProfile, isProfilePath } from "../profiles/chosen.ts"
import type { DialectName } from "../profiles/dialects.ts"
import { fromHere, world } from "../world.ts"
import {
  checkedApprove,
  checkedCount,
  checkedDialect,
  checkedFinish,
  checkedInterruptedTools,
  checkedRunner,
  checkedSwitch,
  checkedThinking,
  checkedToolChoice,
  checkedTools,
  listOf,
  textOf,
} from "./check-values.ts"
import { refuseOutside, type Wanted } from "./outside-files.ts"
import { refuseOverreachOf } from "./project-profile.ts"
import { type Environment, isTree, readConfigFile, type Tree } from "./read-file.ts"
import { localeFrom, workspaceFrom } from "./surroundings.ts"

type ResultLimits = NonNullable<AgentOptions["resultLimits"]>

export interface Settings {
  readonly model: string | undefined
  /** Asked one after the other when the model cannot answer. */
  readonly fallbacks: readonly string[]
  readonly profile: ChosenProfile
  /** Instead of the profile's own. */
  readonly dialect: DialectName | undefined
  readonly approve: ApprovalPolicy
  /** How long approvals and questions wait, in seconds; 0: for ever. As the profile says unless given. */
  readonly approvalTimeout: number | undefined
  readonly maxIterations: number | undefined
  /** Whether calls that must not happen twice are run again after a crash, when not as the profile says. */
  readonly interruptedTools: "unknown" | "re-run" | undefined
  /** What an answer is held against, when not as the profile says. */
  readonly finish: "structure" | "model" | false | undefined
  /** Who is asked whether an answer is finished. */
  readonly judge: string | undefined
  /** Turns are carried out by a plan, of these models where they are named. */
  readonly orchestrate: { readonly planner?: string; readonly router?: string } | undefined
  /** Whether the model may give tasks to sub-agents, and how far. */
  readonly delegation: DelegationOptions | boolean
  /** Whether the model has these lists, when not as the profile says. */
  readonly tasks: boolean | undefined
  readonly notes: boolean | undefined
  /** Only these tools, by name or group; an empty list: none. */
  readonly tools: readonly string[] | undefined
  /** What owners of sessions may say and have. */
  readonly limits: SessionLimits
  /** Whether the model may ask the person within a turn, when not as the profile says. */
  readonly questions: boolean | undefined
  /** Which tools a request offers, when not as the profile says. */
  readonly toolChoice: string | undefined
  /** How much of a tool's result a model is shown, by tool name or beginning, when not as the profile says. */
  readonly resultLimits: ResultLimits | undefined
  /** Finds tools by meaning too. */
  readonly embedder: string | undefined
  /** How many tokens the model takes, as its user says. */
  readonly window: number | undefined
  readonly instructions: string | undefined
  /** A folder whose text files are quoted where they fit what is said. Absolute. */
  readonly retrieval: string | undefined
  /** The language of the user, as in "de-DE". */
  readonly locale: string | undefined
  /** Whether what the model thinks is shown, where there is a terminal. */
  readonly thinking: boolean
  /** Who runs what is said: this process, or a worker on the same database. */
  readonly runner: "here" | "worker"
  /** Whether the whole story is told, on stderr and in the log file. */
  readonly debug?: boolean
  /** Absolute. */
  readonly workspace: string
  /** `--mcp-config`, absolute. */
  readonly mcpConfig: string | undefined
  /** Those that were named: packages as they are, paths absolute. The rest is in folders. */
  readonly plugins: readonly string[]
  /** Where toolchains are: confined commands read them too. Absolute. */
  readonly readOnlyFolders: readonly string[]
  readonly folders: Folders
  readonly origins: readonly Origin[]
  readonly userServers: Tree
  readonly projectServers: Tree
}

export interface Origin {
  readonly key: string
  readonly value: unknown
  readonly from: "flag" | "environment" | "project" | "user" | "default" | "nowhere"
  readonly where: string
}

export const PROJECT_FILE = ".pawl.json"

interface Key {
  readonly key:
    | "model"
    | "fallbacks"
    | "profile"
    | "dialect"
    | "approve"
    | "approvalTimeout"
    | "maxIterations"
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
    | "questions"
    | "toolChoice"
    | "resultLimits"
    | "embedder"
    | "window"
    | "instructions"
    | "retrieval"
    | "thinking"
    | "runner"
    | "plugins"
    | "readOnlyFolders"
  readonly flag?: string
  readonly env?: string
  /** Separated by commas where it is a word. */
  readonly isList?: boolean
  readonly otherwise?: unknown
}

export const KEYS: readonly Key[] = [
  { key: "model", flag: "model", env: "PAWL_MODEL" },
  { key: "fallbacks", flag: "fallback", env: "PAWL_FALLBACKS", isList: true },
  { key: "profile", flag: "profile", env: "PAWL_PROFILE", otherwise: "default" },
  { key: "dialect", flag: "dialect", env: "PAWL_DIALECT" },
  { key: "approve", flag: "approve", env: "PAWL_APPROVE", otherwise: "ask" },
  { key: "approvalTimeout", flag: "approval-timeout", env: "PAWL_APPROVAL_TIMEOUT" },
  { key: "maxIterations", flag: "max-iterations", env: "PAWL_MAX_ITERATIONS" },
  { key: "interruptedTools", env: "PAWL_INTERRUPTED_TOOLS" },
  { key: "finish", flag: "finish", env: "PAWL_FINISH" },
  { key: "judge", flag: "judge", env: "PAWL_JUDGE" },
  { key: "tools", flag: "tools", env: "PAWL_TOOLS", isList: true },
  { key: "limits", otherwise: {} },
  { key: "toolChoice", flag: "tool-choice", env: "PAWL_TOOL_CHOICE" },
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
  { key: "plugins", flag: "plugin", env: "PAWL_PLUGINS", isList: true },
  { key: "readOnlyFolders", env: "PAWL_READ_ONLY_FOLDERS", isList: true },
]

export interface LoadHow {
  /** The user is about to trust what the project wants: it is read. */
  readonly isTrusting?: boolean
}

export async function loadSettings(
  flags: Flags,
  env: Environment = world().env,
  { isTrusting = false }: LoadHow = {},
): Promise<Settings> {
  const folders = foldersFrom(env)
  refuseFiles(folders)
  const workspace = workspaceFrom(flags)
  const paths = { user: files.config(folders), project: join(workspace, PROJECT_FILE) }
  const user = (await readConfigFile(paths.user, env)) ?? {}
  if (!isTrusting) await refuseOutside({ what: PROJECT_FILE, path: paths.project }, { workspace, folders })
  const project = (await readConfigFile(paths.project, env, "project")) ?? {}
  refuseOverreach(project, paths)
  const origins = KEYS.map((key) => originOf(key, { flags, env, user, project, paths }))
  const origin = (key: Key["key"]) => origins.find((each) => each.key === key)
  const value = (key: Key["key"]) => origin(key)?.value
  const profile = chooseProfile(String(value("profile")), {
    folder: files.profiles(folders),
    from: folderOf(origin("profile"), paths),
  })
  const wanted = namedByProject(profile, origin("profile"))
  if (wanted !== undefined && !isTrusting) {
    await refuseOutside(wanted, { workspace, folders })
    await refuseOverreachOf(wanted, { workspace, folders })
  }
  const switchFrom = (key: Key["key"], name: string) =>
    value(key) === undefined ? undefined : checkedSwitch(value(key), `${key} (or ${name})`)
  return {
    model: textOf(value("model")),
    fallbacks: listOf(value("fallbacks") ?? []),
    profile,
    dialect: checkedDialect(value("dialect")),
    approve: checkedApprove(String(value("approve"))),
    approvalTimeout: checkedCount(value("approvalTimeout"), "--approval-timeout (or PAWL_APPROVAL_TIMEOUT)", 0),
    maxIterations: checkedCount(value("maxIterations"), "--max-iterations (or PAWL_MAX_ITERATIONS)"),
    interruptedTools: checkedInterruptedTools(value("interruptedTools")),
    finish: checkedFinish(value("finish")),
    judge: textOf(value("judge")),
    tools: checkedTools(value("tools")),
    // A file is the only place for them, and the schema has checked it.
    limits: value("limits") as SessionLimits,
    toolChoice: checkedToolChoice(value("toolChoice")),
    // Only files say it, and the schema has checked them.
    resultLimits: value("resultLimits") as ResultLimits | undefined,
    embedder: textOf(value("embedder")),
    orchestrate: orchestraFrom(value),
    delegation: delegationFrom(value("delegation")),
    tasks: switchFrom("tasks", "PAWL_TASKS"),
    notes: switchFrom("notes", "PAWL_NOTES"),
    questions: switchFrom("questions", "PAWL_QUESTIONS"),
    window: checkedCount(value("window"), "--window (or PAWL_WINDOW)", 1000),
    instructions: textOf(value("instructions")),
    retrieval: retrievalFrom(origin("retrieval"), workspace, paths),
    locale: localeFrom(env),
    thinking: checkedThinking(String(value("thinking"))),
    runner: checkedRunner(String(value("runner"))),
    ...(flags.has("debug") && { debug: true }),
    workspace,
    mcpConfig: flags.has("mcp-config") ? fromHere(flags.get("mcp-config") ?? "") : undefined,
    plugins: pluginsFrom(origin("plugins"), paths),
    readOnlyFolders: pathsFrom(origin("readOnlyFolders"), paths),
    folders,
    origins,
    userServers: isTree(user.mcpServers) ? user.mcpServers : {},
    projectServers: isTree(project.mcpServers) ? project.mcpServers : {},
  }
}

/** A profile by a path; those with a name are the user's own. */
export function namedByProject(profile: ChosenProfile, origin: Origin | undefined): Wanted | undefined {
  if (profile.kind !== "own" || origin?.from !== "project" || !isProfilePath(String(origin.value))) return undefined
  return { what: "profile", path: profile.path }
}

/** Whoever names a planner or a router wants them to plan, unless they say no. */
function orchestraFrom(value: (key: Key["key"]) => unknown): Settings["orchestrate"] {
  const [planner, router] = [textOf(value("planner")), textOf(value("router"))]
  const wanted = value("orchestrate") ?? (planner !== undefined || router !== undefined)
  if (!checkedSwitch(wanted, "--orchestrate (or PAWL_ORCHESTRATE)")) return undefined
  return { ...(planner !== undefined && { planner }), ...(router !== undefined && { router }) }
}

/** Limits are for files, where the schema has checked them. */
function delegationFrom(value: unknown): Settings["delegation"] {
  return isTree(value) ? value : checkedSwitch(value, "--delegate (or PAWL_DELEGATION)")
}

/** A folder you merely opened must neither switch off your approvals nor bring a model that is a program of its own. */
function refuseOverreach(project: Tree, paths: Layers["paths"]): void {
  const models = [project.model, ...listOf(project.fallbacks ?? []), project.planner, project.router, project.judge]
  const programs = models.filter((model) => /^scripted:/.test(`${model}`))
  const plugins = listOf(project.plugins ?? [])
  const [overreach] = [
    ...(project.approve === "auto" ? ["approve: auto"] : []),
    ...(project.interruptedTools === "re-run" ? ["interruptedTools: re-run"] : []),
    ...programs.map((model) => `model: ${model}`),
    ...plugins.map((plugin) => `plugins: ${plugin}`),
    ...listOf(project.readOnlyFolders ?? []).map((folder) => `readOnlyFolders: ${folder}`),
  ]
  if (overreach === undefined) return
  throw badConfig(
    `The project's "${paths.project}" says ${overreach}, which a project may not decide for you. Remove it there; if you want it, pass it as a flag or put it into "${paths.user}".`,
  )
}

interface Layers {
  readonly flags: Flags
  readonly env: Environment
  readonly user: Tree
  readonly project: Tree
  readonly paths: { readonly user: string; readonly project: string }
}

function originOf(key: Key, layers: Layers): Origin {
  const origin = firstOf(key, layers)
  return key.isList && origin.value !== undefined ? { ...origin, value: listOf(origin.value) } : origin
}

function firstOf({ key, flag, env: name, otherwise }: Key, { flags, env, user, project, paths }: Layers): Origin {
  const flagged = flag === undefined ? undefined : flags.get(flag)
  if (flagged !== undefined) return { key, value: flagged, from: "flag", where: `--${flag}` }
  const fromEnv = name === undefined ? undefined : env[name]
  if (fromEnv !== undefined && fromEnv !== "") return { key, value: fromEnv, from: "environment", where: `${name}` }
  if (project[key] !== undefined) return { key, value: project[key], from: "project", where: paths.project }
  if (user[key] !== undefined) return { key, value: user[key], from: "user", where: paths.user }
  if (otherwise !== undefined) return { key, value: otherwise, from: "default", where: "built in" }
  return { key, value: undefined, from: "nowhere", where: "not set" }
}

/** A path in a file is relative to that file, as its base is. */
function folderOf(origin: Origin | undefined, paths: Layers["paths"]): string {
  return origin?.from === "project" || origin?.from === "user" ? dirname(paths[origin.from]) : world().cwd
}

/** A project may have its own files read, and no others. */
function retrievalFrom(origin: Origin | undefined, workspace: string, paths: Layers["paths"]): string | undefined {
  const given = textOf(origin?.value)
  if (given === undefined) return undefined
  const folder = resolve(folderOf(origin, paths), given)
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (stats?.isDirectory() !== true) {
    throw badConfig(`The folder "${folder}" of retrieval (${origin?.where}) is not there. Name one that exists.`)
  }
  const real = realpathSync(folder)
  const isInside = real === workspace || real.startsWith(`${workspace}${sep}`)
  if (origin?.from !== "project" || isInside) return real
  throw badConfig(
    `The project's "${paths.project}" wants files outside of it to be read (retrieval: "${given}"), which a project may not decide for you. If you want it, pass --retrieval.`,
  )
}

/** A path begins with a dot or a slash, and is relative to the file that says so; everything else is a package. */
function pluginsFrom(origin: Origin | undefined, paths: Layers["paths"]): readonly string[] {
  const folder = folderOf(origin, paths)
  const given = listOf(origin?.value ?? []).map((each) => each.replace(/^~(?=\/)/, homedir()))
  return given.map((each) => (/^[./]/.test(each) ? resolve(folder, each) : each))
}

function pathsFrom(origin: Origin | undefined, paths: Layers["paths"]): readonly string[] {
  const folder = folderOf(origin, paths)
  return listOf(origin?.value ?? []).map((each) => resolve(folder, each.replace(/^~(?=\/|$)/, homedir())))
}
