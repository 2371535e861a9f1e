// Whether a message waits because Restate does not answer: then no worker is given it, however many there are.
import type { Settings } from "../config/settings.ts"

const TIMEOUT_MS = 2000

/** What it waits for, in words. Undefined: Restate answers, or is not used here. */
export async function restateAway(
  { restate }: Pick<Settings, "restate">,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const ingress = String(restate.ingress ?? "")
  if (!URL.canParse(ingress)) return undefined
  const why = await troubleAt(ingress, signal)
  if (why === undefined) return undefined
  return `Restate at ${new URL(ingress).origin}, which does not answer (${why}). The message is kept, and run when it answers: check that restate-server runs there, and "restate" in your configuration`
}

async function troubleAt(ingress: string, given: AbortSignal | undefined): Promise<string | undefined> {
  const late = AbortSignal.timeout(TIMEOUT_MS)
  const signal = given === undefined ? late : AbortSignal.any([late, given])
  try {
    const { status } = await fetch(`${ingress.replace(/\/+$/, "")}/restate/health`, { signal })
    // A gateway answers in its place. One that wants a login may well have it behind.
    return status >= 500 ? String(status) : undefined
  } catch (error) {
    return late.aborted ? `not within ${TIMEOUT_MS / 1000} s` : reasonOf(error)
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof Error)) return "no connection"
  return "code" in cause ? String(cause.code) : cause.message
}
