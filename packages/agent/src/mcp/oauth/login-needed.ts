// A server wants somebody to log in. Known by its name: whoever explains it need not load the client.
import type { Challenge } from "./credentials.ts"

export class LoginNeeded extends Error {
  override readonly name = "LoginNeeded"
  readonly challenge: Challenge

  constructor(challenge: Challenge = {}) {
    super("the server wants a login")
    this.challenge = challenge
  }
}

/** Wherever in the chain of causes it is. */
export function isLoginNeeded(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (NAMES.has(at.name)) return true
  }
  return false
}

const NAMES: ReadonlySet<string> = new Set(["LoginNeeded", "UnauthorizedError", "InsufficientScopeError"])
