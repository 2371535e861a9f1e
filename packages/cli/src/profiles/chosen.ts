// Finds the profile that the user names: a built-in one, or a user-defined one by its path or name.
import { existsSync, readdirSync } from "node:fs"
import { basename, join, resolve } from "node:path"
import { PROFILE_LINES, type ProfileName } from "@pawl/agent/profiles"
import { badInput, wrongUsage } from "../failure.ts"
import { nearest } from "../line/nearest.ts"

export type ChosenProfile =
  | { readonly kind: "built-in"; readonly name: ProfileName }
  | { readonly kind: "own"; readonly path: string }

export interface ProfilePlaces {
  /** Folder of user-defined profiles, found by name. */
  readonly folder: string
  /** What a path is relative to. */
  readonly from: string
}

/** Only finds the file of a user-defined profile; its content is read when it is used. */
export function chooseProfile(given: string, { folder, from }: ProfilePlaces): ChosenProfile {
  if (isProfilePath(given)) {
    const path = resolve(from, given)
    if (existsSync(path)) return { kind: "own", path }
    throw badInput(
      `There is no profile file "${path}". Check the path; "pawl profiles" lists the profiles with a name.`,
    )
  }
  if (isBuiltIn(given)) return { kind: "built-in", name: given }
  if (ownProfileNames(folder).includes(given)) return { kind: "own", path: ownProfilePath(folder, given) }
  const names = [...BUILT_IN, ...ownProfileNames(folder)]
  const meant = nearest(given, names)
  const hint = meant === undefined ? "" : ` Did you mean "${meant}"?`
  throw wrongUsage(`There is no profile "${given}".${hint} Use one of: ${names.join(", ")}.`)
}

export const BUILT_IN = Object.keys(PROFILE_LINES) as readonly ProfileName[]

export function isBuiltIn(name: string): name is ProfileName {
  return Object.hasOwn(PROFILE_LINES, name)
}

/** By file name, without checking the content. */
export function ownProfileNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith(".json"))
      .map((file) => file.slice(0, -".json".length))
      .sort()
  } catch {
    // No folder, so no profiles.
    return []
  }
}

export function ownProfilePath(folder: string, name: string): string {
  return join(folder, `${name}.json`)
}

/** The name that finds this file, if it is in that folder. */
export function nameInFolder(folder: string, path: string): string | undefined {
  const name = basename(path, ".json")
  return path === ownProfilePath(folder, name) ? name : undefined
}

export function isProfilePath(given: string): boolean {
  return /[\\/]/.test(given) || given.endsWith(".json")
}
