// A project's file may not decide which models get the user's messages until the user trusts it with exactly that: a folder
// that was merely opened could name a model of its own, and read everything.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { badConfig } from "../failure.ts"
import { files, makeFolder } from "../folders.ts"
import type { Origin } from "./keys.ts"
import { trustOutside } from "./outside-files.ts"
import { trustOverreachOf } from "./project-profile.ts"
import { namedByProject, PROJECT_FILE, type Settings } from "./settings.ts"

/** Settings that name a model which is sent messages or the content of files. */
const SENDING: ReadonlySet<string> = new Set(["model", "fallbacks", "planner", "router", "judge", "embedder"])

export async function refuseUntrusted(settings: Settings): Promise<void> {
  const chosen = chosenByProject(settings)
  if (chosen.length === 0) return
  const { projectTrust } = await import("@pawl/agent/mcp")
  const { folders, workspace } = settings
  if (await projectTrust(files.trusted(folders)).isTrusted(workspace, whatOf(chosen))) return
  const names = chosen.map(({ key, value }) => `${key}: ${[value].flat().join(", ")}`).join("; ")
  throw badConfig(
    `The project's "${PROJECT_FILE}" decides which models get your messages (${names}), and you have not trusted it with that. Trust it with "pawl config trust", or choose them yourself, for example with --model.`,
  )
}

/** Trust covers exactly these values: if one changes, the user has to trust the project again. */
export async function trustChoices(settings: Settings): Promise<readonly Origin[]> {
  const chosen = chosenByProject(settings)
  if (chosen.length === 0) return []
  makeFolder(settings.folders.data, "data")
  const { projectTrust } = await import("@pawl/agent/mcp")
  await projectTrust(files.trusted(settings.folders)).trust(settings.workspace, whatOf(chosen))
  return chosen
}

/** Trusts what the project's profile sets that the project's own file may not; empty when it sets none of that. */
export async function trustProfile(settings: Settings): Promise<readonly string[]> {
  const named = profileOfProject(settings)
  if (named === undefined) return []
  makeFolder(settings.folders.data, "data")
  const said = await trustOverreachOf(named, settings)
  return said === undefined ? [] : [`${said} (${named.path})`]
}

function profileOfProject({ profile, origins }: Settings) {
  return namedByProject(
    profile,
    origins.find(({ key }) => key === "profile"),
  )
}

/** Trusts the files outside of the project that it refers to. */
export async function trustReads(settings: Settings) {
  const { workspace } = settings
  const named = profileOfProject(settings)
  const brought = [PROJECT_FILE, ".mcp.json"].map((what) => ({ what, path: join(workspace, what) }))
  const wanted = [...brought.filter(({ path }) => existsSync(path)), ...(named === undefined ? [] : [named])]
  makeFolder(settings.folders.data, "data")
  return trustOutside(wanted, settings)
}

function chosenByProject({ origins }: Settings): readonly Origin[] {
  return origins.filter(({ key, from, value }) => from === "project" && value !== undefined && SENDING.has(key))
}

/** The key keeps this apart from servers, which are trusted in the same file. */
function whatOf(chosen: readonly Origin[]): object {
  return { sends: Object.fromEntries(chosen.map(({ key, value }) => [key, value])) }
}
