// A chosen profile as the library takes it, and which one a session that exists keeps.
import { existsSync } from "node:fs"
import type { MakeProfile, SessionRow, Store } from "@pawl/agent"
import { type ChosenProfile, isBuiltIn, nameInFolder, ownProfilePath } from "./chosen.ts"
import { readOwnProfile } from "./own-file.ts"

export interface LoadedProfile {
  readonly name: string
  /** Only for the user's own: the library knows ours by name. */
  readonly make?: MakeProfile
}

/** `folder`: where own profiles are found by name. */
export async function loadProfile(chosen: ChosenProfile, folder: string): Promise<LoadedProfile> {
  if (chosen.kind === "built-in") return { name: chosen.name }
  const own = await readOwnProfile(chosen.path, nameInFolder(folder, chosen.path))
  const { ownProfile } = await import("@pawl/agent")
  return { name: own.name, make: ownProfile(own) }
}

/** A session keeps its profile. The library knows its own and the one it is given; the rest is looked for here. */
export async function keptProfile(
  { profile }: SessionRow,
  wanted: LoadedProfile,
  folder: string,
): Promise<LoadedProfile> {
  if (isBuiltIn(profile) || profile === wanted.name) return wanted
  const path = ownProfilePath(folder, profile)
  return existsSync(path) ? loadProfile({ kind: "own", path }, folder) : wanted
}

/** The session that is meant, when exactly one is: all else is said by whoever opens it. */
export async function rowNamed(store: Store, name: string): Promise<SessionRow | undefined> {
  const rows = await store.sessions.find(name)
  return rows.length === 1 ? rows[0] : undefined
}
