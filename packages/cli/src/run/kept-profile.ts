// The note for the user when an existing session keeps another profile than the one they named.
import type { SessionRow } from "@pawl/agent"
import type { OpenedAgent } from "../agent/agent.ts"
import type { Settings } from "../config/settings.ts"
import { files } from "../folders.ts"
import { isBuiltIn, ownProfilePath } from "../profiles/chosen.ts"

/** One line, or undefined when the session has the expected profile. */
export function keptProfileNote(
  { id, profile }: Pick<SessionRow, "id" | "profile">,
  opened: Pick<OpenedAgent, "profile" | "wantedProfile" | "isRemote">,
  { origins, folders }: Pick<Settings, "origins" | "folders">,
): string | undefined {
  if (opened.isRemote === true) return undefined
  if (!isBuiltIn(profile) && profile !== opened.profile) {
    const path = ownProfilePath(files.profiles(folders), profile)
    return `Session ${id} was opened with profile "${profile}", which no longer exists; it behaves like ${opened.profile}. Put the file back at "${path}", or pass it with --profile.`
  }
  const isAskedFor = origins.some(({ key, from }) => key === "profile" && from === "flag")
  if (!isAskedFor || profile === opened.wantedProfile) return undefined
  return `Session ${id} keeps the profile it was opened with, ${profile}; ${opened.wantedProfile} applies to new sessions only.`
}
