// How the agent behaves in a new session: the profile that a person asks for, within what that person's groups allow.
import { covers } from "../access/allows.ts"
import type { Principal } from "../access/principal.ts"
import { HttpError } from "../http/envelope.ts"

/** Nothing for the profile of the workspace, which is the first. */
export function profileFor(
  wanted: string | undefined,
  known: readonly string[],
  { allows }: Principal,
): { readonly profile?: string } {
  const mine = known.filter((name) => allows.profiles === undefined || covers(allows.profiles, name))
  const chosen = wanted ?? (allows.profiles === undefined || mine[0] === known[0] ? undefined : mine[0])
  if (chosen !== undefined && mine.includes(chosen)) return { profile: chosen }
  if (wanted === undefined && mine.length > 0) return {}
  if (wanted !== undefined && !known.includes(wanted))
    throw new HttpError(400, "profile-missing", `There is no profile "${wanted}". You may use: ${mine.join(", ")}.`)
  throw new HttpError(403, "not-allowed", `You may not use this profile. You may use: ${mine.join(", ") || "none"}.`)
}
