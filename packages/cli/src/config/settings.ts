// All that a command is told: flags over environment over project over user over default, each with where it comes from.
import { realpathSync, statSync } from "node:fs"
import { join, resolve } from "node:path"
import type { ApprovalPolicy } from "@pawl/agent"
import { badConfig, badInput, wrongUsage } from "../failure.ts"
import { type Folders, files, foldersFrom } from "../folders.ts"
import type { Flags } from "../line/parse.ts"
import { type Environment, isTree, readConfigFile, type Tree } from "./read-file.ts"

export interface Settings {
  readonly model: string | undefined
  readonly profile: string
  readonly approve: ApprovalPolicy
  readonly maxIterations: number | undefined
  readonly instructions: string | undefined
  /** Absolute. */
  readonly workspace: string
  /** `--mcp-config`, absolute. */
  readonly mcpConfig: string | undefined
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

export const PROFILES = ["default"]
export const PROJECT_FILE = ".pawl.json"

interface Key {
  readonly key: "model" | "profile" | "approve" | "maxIterations" | "instructions"
  readonly flag?: string
  readonly env?: string
  readonly otherwise?: unknown
}

export const KEYS: readonly Key[] = [
  { key: "model", flag: "model", env: "PAWL_MODEL" },
  { key: "profile", flag: "profile", env: "PAWL_PROFILE", otherwise: "default" },
  { key: "approve", flag: "approve", env: "PAWL_APPROVE", otherwise: "ask" },
  { key: "maxIterations", flag: "max-iterations", env: "PAWL_MAX_ITERATIONS" },
  { key: "instructions" },
]

export function loadSettings(flags: Flags, env: Environment = process.env): Settings {
  const folders = foldersFrom(env)
  const workspace = workspaceFrom(flags)
  const paths = { user: files.config(folders), project: join(workspace, PROJECT_FILE) }
  const user = readConfigFile(paths.user, env) ?? {}
  const project = readConfigFile(paths.project, env) ?? {}
  refuseOverreach(project, paths)
  const origins = KEYS.map((key) => originOf(key, { flags, env, user, project, paths }))
  const value = (key: Key["key"]) => origins.find((origin) => origin.key === key)?.value
  return {
    model: textOf(value("model")),
    profile: checkedProfile(String(value("profile"))),
    approve: checkedApprove(String(value("approve"))),
    maxIterations: checkedCount(value("maxIterations")),
    instructions: textOf(value("instructions")),
    workspace,
    mcpConfig: flags.has("mcp-config") ? resolve(flags.get("mcp-config") ?? "") : undefined,
    folders,
    origins,
    userServers: isTree(user.mcpServers) ? user.mcpServers : {},
    projectServers: isTree(project.mcpServers) ? project.mcpServers : {},
  }
}

/** A folder you merely opened must neither switch off your approvals nor bring a model that is a program of its own. */
function refuseOverreach(project: Tree, paths: Layers["paths"]): void {
  const overreach =
    project.approve === "auto"
      ? "approve: auto"
      : String(project.model).startsWith("scripted:")
        ? `model: ${project.model}`
        : undefined
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

function originOf({ key, flag, env: name, otherwise }: Key, { flags, env, user, project, paths }: Layers): Origin {
  const flagged = flag === undefined ? undefined : flags.get(flag)
  if (flagged !== undefined) return { key, value: flagged, from: "flag", where: `--${flag}` }
  const fromEnv = name === undefined ? undefined : env[name]
  if (fromEnv !== undefined && fromEnv !== "") return { key, value: fromEnv, from: "environment", where: `${name}` }
  if (project[key] !== undefined) return { key, value: project[key], from: "project", where: paths.project }
  if (user[key] !== undefined) return { key, value: user[key], from: "user", where: paths.user }
  if (otherwise !== undefined) return { key, value: otherwise, from: "default", where: "built in" }
  return { key, value: undefined, from: "nowhere", where: "not set" }
}

function workspaceFrom(flags: Flags): string {
  const given = flags.get("cwd")
  const path = resolve(given ?? ".")
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats?.isDirectory() === true) return realpathSync(path)
  const what = stats === undefined ? "is not there" : "is not a folder"
  throw badInput(`The workspace "${path}" ${what}. Create it, or pass a folder with --cwd.`)
}

function checkedProfile(profile: string): string {
  if (PROFILES.includes(profile)) return profile
  throw wrongUsage(`There is no profile "${profile}". Use one of: ${PROFILES.join(", ")}.`)
}

function checkedApprove(approve: string): ApprovalPolicy {
  if (approve === "ask" || approve === "auto" || approve === "deny") return approve
  throw badConfig(`PAWL_APPROVE cannot be "${approve}". Use one of: ask, auto, deny.`)
}

function checkedCount(value: unknown): number | undefined {
  if (value === undefined) return undefined
  const count = Number(value)
  if (Number.isInteger(count) && count > 0) return count
  throw wrongUsage(
    `--max-iterations (or PAWL_MAX_ITERATIONS) must be a whole number of at least 1, and is "${value}". Correct it.`,
  )
}

function textOf(value: unknown): string | undefined {
  return value === undefined ? undefined : String(value)
}
