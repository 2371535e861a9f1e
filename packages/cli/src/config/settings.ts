// All settings of a command, with the source of each: flags win over environment, then project, user and default.
import { join } from "node:path"
import type { ApprovalMode, DelegationOptions, Limits, Prices, Priority, RateTable } from "@pawl/agent"
import { badInput, wrongUsage } from "../failure.ts"
import { type Folders, files, foldersFrom, refuseFiles } from "../folders.ts"
import type { Flags } from "../line/parse.ts"
import { type ChosenProfile, chooseProfile, isProfilePath } from "../profiles/chosen.ts"
import type { DialectName } from "../profiles/dialects.ts"
import { type ServerPlace, serverFrom } from "../remote/place.ts"
import { fromHere, world } from "../world.ts"
import type { Approve } from "./approving.ts"
import { type GivenSettings, givenBy, type Origin } from "./keys.ts"
import { refuseOutside, type Wanted } from "./outside-files.ts"
import { refuseOverreach } from "./overreach.ts"
import { folderOf, pathsFrom, pluginsFrom, retrievalFrom } from "./paths-from.ts"
import { refuseOverreachOf } from "./project-profile.ts"
import { type Environment, isTree, readConfigFile, type Tree } from "./read-file.ts"
import { helpValues, promptValues, type ResultLimits, runValues, toolValues, turnValues } from "./setting-values.ts"
import { localeFrom, workspaceFrom } from "./surroundings.ts"

export const PROJECT_FILE = ".pawl.json"

export interface Settings {
  readonly model: string | undefined
  /** Asked in this order when the model cannot answer. */
  readonly fallbacks: readonly string[]
  readonly profile: ChosenProfile
  /** Replaces the profile's dialect. */
  readonly dialect: DialectName | undefined
  readonly approve: Approve
  /** The approval modes that turns may be sent with. Undefined: all at a terminal, all but auto elsewhere. */
  readonly approvalModes: readonly ApprovalMode[] | undefined
  /** How long approvals and questions wait, in seconds; 0: no limit. The profile decides if undefined. */
  readonly approvalTimeout: number | undefined
  /** The priority of turns that name none. */
  readonly priority: Priority | undefined
  readonly maxIterations: number | undefined
  /** How often a request to a model is made before the turn fails. The profile decides if undefined. */
  readonly attempts: number | undefined
  /** What the providers of models allow, by the names of models. */
  readonly rates: RateTable | undefined
  /** Whether calls that must not happen twice are run again after a crash. The profile decides if undefined. */
  readonly interruptedTools: "unknown" | "re-run" | undefined
  /** How answers are checked for being finished. The profile decides if undefined. */
  readonly finish: "structure" | "model" | false | undefined
  /** The model that is asked whether an answer is finished. */
  readonly judge: string | undefined
  /** If defined, a plan carries out the turns, made by these models where they are named. */
  readonly orchestrate: { readonly planner?: string; readonly router?: string } | undefined
  /** Whether the model may give tasks to sub-agents, and within which limits. */
  readonly delegation: DelegationOptions | boolean
  /** Whether the model has these lists. The profile decides if undefined. */
  readonly tasks: boolean | undefined
  readonly notes: boolean | undefined
  /** Only these tools, by name or group; an empty list: none. */
  readonly tools: readonly string[] | undefined
  /** How much may be said, and how much turns, sessions and owners may use. */
  readonly limits: Limits
  /** Prices of models, in place of those that Pawl knows. */
  readonly prices: Prices | undefined
  /** Whether the model may ask the user questions within a turn. The profile decides if undefined. */
  readonly questions: boolean | undefined
  /** Which tools a request offers. The profile decides if undefined. */
  readonly offer: string | undefined
  /** How much of a tool's result a model is shown, by tool name or prefix. The profile decides if undefined. */
  readonly resultLimits: ResultLimits | undefined
  /** The model that finds tools by meaning too. */
  readonly embedder: string | undefined
  /** The model's window in tokens, as the user sets it. */
  readonly window: number | undefined
  readonly instructions: string | undefined
  /** A folder whose text files are quoted where they fit the user's message. Absolute. */
  readonly retrieval: string | undefined
  /** The language of the user, as in "de-DE". */
  readonly locale: string | undefined
  /** Whether a terminal shows the model's thinking. */
  readonly thinking: boolean
  /** What runs the turns: this process, or a worker on the same database. */
  readonly runner: "here" | "worker"
  /** The PostgreSQL database of the sessions; undefined for a file of this machine. */
  readonly database?: string | undefined
  /** The server whose sessions are meant; undefined for those of this machine. */
  readonly server?: ServerPlace
  /** Whether details go to stderr and the log file. */
  readonly debug?: boolean
  /** Absolute. */
  readonly workspace: string
  /** `--mcp-config`, absolute. */
  readonly mcpConfig: string | undefined
  /** The plugins that settings name: packages as they are, paths absolute. More are found in folders. */
  readonly plugins: readonly string[]
  /** Folders that confined commands may read too, as those of toolchains. Absolute. */
  readonly readOnlyFolders: readonly string[]
  readonly folders: Folders
  readonly origins: readonly Origin[]
  readonly userServers: Tree
  readonly projectServers: Tree
  /** "serve" of the user's own file. */
  readonly serve: Tree
  /** "restate" of the user's own file. */
  readonly restate: Tree
  /** The user's own file. */
  readonly configPath: string
}

export interface LoadHow {
  /** The user is trusting the project now, so files outside of it are read without a check. */
  readonly isTrusting?: boolean
  /** The settings of one workspace of a server: they win over the files of the project and the user. */
  readonly entry?: Tree
}

export async function loadSettings(
  flags: Flags,
  env: Environment = world().env,
  { isTrusting = false, entry = {} }: LoadHow = {},
): Promise<Settings> {
  const place = placeOf(flags, env)
  const { folders, workspace, paths } = place
  const user = (await readConfigFile(paths.user, env)) ?? noFile(flags, paths)
  if (!isTrusting) await refuseOutside({ what: PROJECT_FILE, path: paths.project }, place)
  const project = (await readConfigFile(paths.project, env, "project")) ?? {}
  refuseOverreach({ project, user, paths })
  const server = serverFrom(flags, env, folders)
  const given = givenBy({ flags, env, entry, user, project, paths })
  if (server !== undefined && flags.get("database"))
    throw wrongUsage("The sessions are those of a server or of a database: leave --server or --database out.")
  const profile = profileFrom(given, folders)
  if (!isTrusting) await refuseProfile(profile, given, place)
  const isForServer = server !== undefined && given.origin("model")?.from !== "flag"
  return {
    ...turnValues(given, profile),
    // Models that files and the environment name are those of this machine.
    ...(isForServer && { model: undefined, fallbacks: [] }),
    ...toolValues(given),
    ...helpValues(given),
    ...promptValues(given),
    retrieval: retrievalFrom(given.origin("retrieval"), workspace, paths),
    locale: localeFrom(env),
    ...runValues(given),
    ...(server !== undefined && { server }),
    ...(flags.has("debug") && { debug: true }),
    workspace,
    mcpConfig: flags.has("mcp-config") ? fromHere(flags.get("mcp-config") ?? "") : undefined,
    plugins: pluginsFrom(given.origin("plugins"), paths),
    readOnlyFolders: pathsFrom(given.origin("readOnlyFolders"), paths),
    folders,
    origins: given.origins,
    userServers: isTree(user.mcpServers) ? user.mcpServers : {},
    projectServers: isTree(project.mcpServers) ? project.mcpServers : {},
    serve: isTree(user.serve) ? user.serve : {},
    restate: isTree(user.restate) ? user.restate : {},
    configPath: paths.user,
  }
}

/** Where the command runs, and its configuration files. */
interface Place {
  readonly folders: Folders
  readonly workspace: string
  readonly paths: GivenSettings["paths"]
}

function placeOf(flags: Flags, env: Environment): Place {
  const folders = foldersFrom(env)
  refuseFiles(folders)
  const workspace = workspaceFrom(flags)
  const named = flags.get("config")
  const user = named === undefined ? files.config(folders) : fromHere(named)
  return { folders, workspace, paths: { user, project: join(workspace, PROJECT_FILE) } }
}

/** A user need not have a file; one that the command line names has to be there. */
function noFile(flags: Flags, { user }: Place["paths"]): Tree {
  if (!flags.has("config")) return {}
  throw badInput(`There is no configuration "${user}". Check the path after --config.`)
}

function profileFrom({ origin, value, paths }: GivenSettings, folders: Folders): ChosenProfile {
  return chooseProfile(String(value("profile")), {
    folder: files.profiles(folders),
    from: folderOf(origin("profile"), paths),
  })
}

/** A profile that the project names follows the project's rules: where its file may be, and what it may set. */
async function refuseProfile(profile: ChosenProfile, { origin }: GivenSettings, place: Place): Promise<void> {
  const wanted = namedByProject(profile, origin("profile"))
  if (wanted === undefined) return
  await refuseOutside(wanted, place)
  await refuseOverreachOf(wanted, place)
}

/** A profile that the project names by a path. Profiles with a name are the user's own. */
export function namedByProject(profile: ChosenProfile, origin: Origin | undefined): Wanted | undefined {
  if (profile.kind !== "own" || origin?.from !== "project" || !isProfilePath(String(origin.value))) return undefined
  return { what: "profile", path: profile.path }
}
