// What a user should know about the profile of a session that exists already: it keeps the one it was opened with.
import type { SessionRow } from "@pawl/agent"
import type { OpenedAgent } from "../agent/agent.ts"
import type { Settings } from "../config/settings.ts"
import { files } from "../folders.ts"
import { isBuiltIn, ownProfilePath } from "../profiles/chosen.ts"

/** One line, or undefined when all is as everybody expects. */
export function keptProfileNote(
  { id, profile }: Pick<SessionRow, "id" | "profile">,
  opened: Pick<OpenedAgent, "profile" | "wantedProfile">,
  { origins, folders }: Pick<Settings, "origins" | "folders">,
): string | undefined {
  if (!isBuiltIn(profile) && profile !== opened.profile) {
    const path = ownProfilePath(files.profiles(folders), profile)
    return `Session ${id} was opened with profile "${profile}", which is not there any more; it behaves like ${opened.profile}. Put it back as "${path}", or pass its file with --profile.`
  }
  const isAskedFor = origins.some(({ key, from }) => key === "profile" && from === "flag")
  if (!isAskedFor || profile === opened.wantedProfile) return undefined
  return `Session ${id} keeps the profile it was opened with, ${profile}; ${opened.wantedProfile} is for new sessions.`
}
