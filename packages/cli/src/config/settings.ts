// All that a command is told: flags over environment over project over user over default, each with where it comes from.
import { join } from "node:path"
import type { ApprovalPolicy, DelegationOptions, SessionLimits } from "@pawl/agent"
import { type Folders, files, foldersFrom, refuseFiles } from "../folders.ts"
import type { Flags } from "../line/parse.ts"
import { type ChosenProfile, chooseProfile, isProfilePath } from "../profiles/chosen.ts"
import type { DialectName } from "../profiles/dialects.ts"
import { fromHere, world } from "../world.ts"
import { type Origin, type Told, toldBy } from "./keys.ts"
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

export interface LoadHow {
  /** The user is about to trust what the project wants: it is read. */
  readonly isTrusting?: boolean
}

export async function loadSettings(
  flags: Flags,
  env: Environment = world().env,
  { isTrusting = false }: LoadHow = {},
): Promise<Settings> {
  const place = placeOf(flags, env)
  const { folders, workspace, paths } = place
  const user = (await readConfigFile(paths.user, env)) ?? {}
  if (!isTrusting) await refuseOutside({ what: PROJECT_FILE, path: paths.project }, place)
  const project = (await readConfigFile(paths.project, env, "project")) ?? {}
  refuseOverreach(project, paths)
  const told = toldBy({ flags, env, user, project, paths })
  const profile = profileFrom(told, folders)
  if (!isTrusting) await refuseProfile(profile, told, place)
  return {
    ...turnValues(told, profile),
    ...toolValues(told),
    ...helpValues(told),
    ...promptValues(told),
    retrieval: retrievalFrom(told.origin("retrieval"), workspace, paths),
    locale: localeFrom(env),
    ...runValues(told),
    ...(flags.has("debug") && { debug: true }),
    workspace,
    mcpConfig: flags.has("mcp-config") ? fromHere(flags.get("mcp-config") ?? "") : undefined,
    plugins: pluginsFrom(told.origin("plugins"), paths),
    readOnlyFolders: pathsFrom(told.origin("readOnlyFolders"), paths),
    folders,
    origins: told.origins,
    userServers: isTree(user.mcpServers) ? user.mcpServers : {},
    projectServers: isTree(project.mcpServers) ? project.mcpServers : {},
  }
}

/** Where the command runs, and which files tell it something there. */
interface Place {
  readonly folders: Folders
  readonly workspace: string
  readonly paths: Told["paths"]
}

function placeOf(flags: Flags, env: Environment): Place {
  const folders = foldersFrom(env)
  refuseFiles(folders)
  const workspace = workspaceFrom(flags)
  return { folders, workspace, paths: { user: files.config(folders), project: join(workspace, PROJECT_FILE) } }
}

function profileFrom({ origin, value, paths }: Told, folders: Folders): ChosenProfile {
  return chooseProfile(String(value("profile")), {
    folder: files.profiles(folders),
    from: folderOf(origin("profile"), paths),
  })
}

/** One that the project names is read only where the project may be read, and may say no more than the project. */
async function refuseProfile(profile: ChosenProfile, { origin }: Told, place: Place): Promise<void> {
  const wanted = namedByProject(profile, origin("profile"))
  if (wanted === undefined) return
  await refuseOutside(wanted, place)
  await refuseOverreachOf(wanted, place)
}

/** A profile by a path; those with a name are the user's own. */
export function namedByProject(profile: ChosenProfile, origin: Origin | undefined): Wanted | undefined {
  if (profile.kind !== "own" || origin?.from !== "project" || !isProfilePath(String(origin.value))) return undefined
  return { what: "profile", path: profile.path }
}
