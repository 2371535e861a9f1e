// The limits of one owner, as the program's function gives them.
import { PawlError } from "../../contracts/error.ts"
import type { LimitsOf, OwnerLimits } from "../../contracts/limits.ts"

const NAMES = [
  "costUsd",
  "tokens",
  "ms",
  "toolCalls",
  "sessions",
  "activeSessions",
  "runningSessions",
] as const satisfies (keyof OwnerLimits)[]

/** A wrong value would compare as "not reached", so it is refused. */
export async function ownerLimits(limitsOf: LimitsOf, owner: string | null): Promise<OwnerLimits | undefined> {
  const limits = await limitsOf(owner)
  const wrong = limits && NAMES.find((name) => !isAmount(limits[name]))
  if (wrong === undefined) return limits
  const message = `The function limits.owner returned a wrong "${wrong}". Return a number of at least 0, or leave it out.`
  throw new PawlError("config-invalid", message)
}

function isAmount(value: unknown): boolean {
  return value === undefined || (typeof value === "number" && value >= 0)
}
