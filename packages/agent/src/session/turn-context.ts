// The context of the application on its way into a turn: kept in this process, and stored only where the agent asks for it.
import { unlikeJson } from "../base/plain-json.ts"
import type { Say } from "../contracts/command.ts"
import { PawlError } from "../contracts/error.ts"
import type { Json } from "../contracts/json.ts"
import type { KnownSecrets } from "../secrets/known-secrets.ts"

export interface ContextKeeper {
  /** Keeps the context for the turn that this command starts. */
  give(session: string, command: string, context: unknown): void
  release(session: string, command: string): void
  /** The context as the log holds it; throws when it cannot be stored. Absent when contexts are not stored. */
  readonly stored?: (context: unknown) => Json
}

/** What the command carries of the context. */
export function givenContext(
  { session, command, context }: { readonly session: string; readonly command: string; readonly context: unknown },
  keeper: ContextKeeper | undefined,
): Pick<Say, "context"> {
  if (context === undefined || keeper === undefined) return {}
  // First, for it may refuse.
  const stored = keeper.stored && { context: keeper.stored(context) }
  keeper.give(session, command, context)
  return stored ?? {}
}

/** A context stands in every snapshot and export, so it must be small. */
const MAX_CHARS = 64 * 1024

/** What is read back must be what was passed, so a date or an instance of a class is refused too, with its place. */
export function storedContext(context: unknown, secrets: Pick<KnownSecrets, "clean"> | undefined): Json {
  const problem = unlikeJson(context, "context")
  if (problem !== undefined) throw refused(problem)
  const json = JSON.stringify(context)
  if (json.length > MAX_CHARS) throw refused(`it has ${json.length} characters of JSON, and the limit is ${MAX_CHARS}`)
  if (secrets !== undefined && secrets.clean(json) !== json)
    throw new PawlError(
      "holds-secret",
      "The context holds a secret that this agent knows, and secrets are never stored. Leave the secret out, or supply the context with `contextOf`.",
    )
  return JSON.parse(json) as Json // What JSON.parse returns is JSON.
}

function refused(why: string): PawlError {
  const advice =
    "Pass only values that JSON can hold, or leave `storeContext` out and supply the context with `contextOf`."
  return new PawlError("input-invalid", `The context cannot be stored: ${why}. ${advice}`)
}
