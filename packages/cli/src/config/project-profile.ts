// Guards a profile that a project brings: what the project's configuration file may not set, its profile may not set
// either, until the user trusts the project with exactly that.
import { realpathSync } from "node:fs"
import { badConfig } from "../failure.ts"
import { files } from "../folders.ts"
import type { Asking, Wanted } from "./outside-files.ts"
import { readJsonObject, type Tree } from "./read-file.ts"

/** `wanted`: the profile's file. If it cannot be read, the code that loads the profile reports it. */
export async function refuseOverreachOf(wanted: Wanted, { workspace, folders }: Asking): Promise<void> {
  const overreach = overreachOf(wanted)
  if (overreach === undefined) return
  const { projectTrust } = await import("@pawl/agent/mcp")
  if (await projectTrust(files.trusted(folders)).isTrusted(workspace, trustIn(wanted, overreach))) return
  throw badConfig(
    `The project's profile "${wanted.path}" sets ${textOf(overreach)}, which a project may not decide for you until you trust it with that. Trust it with "pawl config trust", or remove it there.`,
  )
}

/** Text for the user; undefined when there was nothing to trust. */
export async function trustOverreachOf(wanted: Wanted, { workspace, folders }: Asking): Promise<string | undefined> {
  const overreach = overreachOf(wanted)
  if (overreach === undefined) return undefined
  const { projectTrust } = await import("@pawl/agent/mcp")
  await projectTrust(files.trusted(folders)).trust(workspace, trustIn(wanted, overreach))
  return textOf(overreach)
}

/** The only such setting that profiles have: whether calls that must not happen twice are run again after a crash. */
function overreachOf({ path }: Wanted): Tree | undefined {
  try {
    return readJsonObject(path, "profile")?.interruptedTools === "re-run" ? { interruptedTools: "re-run" } : undefined
  } catch {
    return undefined
  }
}

function textOf(overreach: Tree): string {
  return Object.entries(overreach)
    .map(([key, value]) => `${key}: ${value}`)
    .join(", ")
}

/** The keys keep this apart from servers, models and files, which are trusted in the same file. */
function trustIn({ path }: Wanted, overreach: Tree): object {
  return { profile: realpathSync(path), says: overreach }
}
