// A profile that a project brings: what the project's own file may not say, its profile may not say either, until the user trusts
// the project with exactly that.
import { realpathSync } from "node:fs"
import { badConfig } from "../failure.ts"
import { files } from "../folders.ts"
import type { Asking, Wanted } from "./outside-files.ts"
import { readJsonObject, type Tree } from "./read-file.ts"

/** `wanted`: the profile's file. One that cannot be read is refused by whoever uses it. */
export async function refuseOverreachOf(wanted: Wanted, { workspace, folders }: Asking): Promise<void> {
  const overreach = overreachOf(wanted)
  if (overreach === undefined) return
  const { projectTrust } = await import("@pawl/agent/mcp")
  if (await projectTrust(files.trusted(folders)).isTrusted(workspace, trustIn(wanted, overreach))) return
  throw badConfig(
    `The project's profile "${wanted.path}" says ${textOf(overreach)}, which a project may not decide for you until you trust it with that. Trust it with "pawl config trust", or remove it there.`,
  )
}

/** In words for people; undefined when there was nothing to trust. */
export async function trustOverreachOf(wanted: Wanted, { workspace, folders }: Asking): Promise<string | undefined> {
  const overreach = overreachOf(wanted)
  if (overreach === undefined) return undefined
  const { projectTrust } = await import("@pawl/agent/mcp")
  await projectTrust(files.trusted(folders)).trust(workspace, trustIn(wanted, overreach))
  return textOf(overreach)
}

/** Of all that a project's file may not say, a profile knows this alone: that effects happen again after a crash. */
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

/** Not to be taken for servers, models or files, which are trusted in the same place. */
function trustIn({ path }: Wanted, overreach: Tree): object {
  return { profile: realpathSync(path), says: overreach }
}
