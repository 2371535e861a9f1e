// The error of a server that requires a login. Recognised by its name, so that callers need not load the client.
import type { Challenge } from "./credentials.ts"

export class LoginNeeded extends Error {
  override readonly name = "LoginNeeded"
  readonly challenge: Challenge

  constructor(challenge: Challenge = {}) {
    super("the server wants a login")
    this.challenge = challenge
  }
}

/** Looks through the whole chain of causes. */
export function isLoginNeeded(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (NAMES.has(at.name)) return true
  }
  return false
}

const NAMES: ReadonlySet<string> = new Set(["LoginNeeded", "UnauthorizedError", "InsufficientScopeError"])
