// Loads a chosen profile in the form that the library accepts, and finds the one that an existing session keeps.
import { existsSync } from "node:fs"
import type { MakeProfile, SessionRow, Store } from "@pawl/agent"
import { type ChosenProfile, isBuiltIn, nameInFolder, ownProfilePath } from "./chosen.ts"
import { readOwnProfile } from "./own-file.ts"

export interface LoadedProfile {
  readonly name: string
  /** Only for a user-defined profile: the library knows the built-in ones by name. */
  readonly make?: MakeProfile
}

/** `folder`: where user-defined profiles are found by name. */
export async function loadProfile(chosen: ChosenProfile, folder: string): Promise<LoadedProfile> {
  if (chosen.kind === "built-in") return { name: chosen.name }
  const own = await readOwnProfile(chosen.path, nameInFolder(folder, chosen.path))
  const { ownProfile } = await import("@pawl/agent")
  return { name: own.name, make: ownProfile(own) }
}

/** A session keeps its profile. The library knows the built-in ones and the one it gets; find any other here. */
export async function keptProfile(
  { profile }: SessionRow,
  wanted: LoadedProfile,
  folder: string,
): Promise<LoadedProfile> {
  if (isBuiltIn(profile) || profile === wanted.name) return wanted
  const path = ownProfilePath(folder, profile)
  return existsSync(path) ? loadProfile({ kind: "own", path }, folder) : wanted
}

/** The session with this name, if there is exactly one; otherwise the code that opens it reports the error. */
export async function rowNamed(store: Store, name: string): Promise<SessionRow | undefined> {
  const rows = await store.sessions.find(name)
  return rows.length === 1 ? rows[0] : undefined
}
