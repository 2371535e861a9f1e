// Finds out who asks by "Authorization: Bearer TOKEN".
import type { Authenticate } from "./guard.ts"
import { LOCAL } from "./principal.ts"
import type { Users } from "./users.ts"

export interface BearerOptions {
  /**
   * The server can be reached from this machine only. Then, while there are no users, everybody who reaches it is the person
   * at the machine.
   */
  readonly isLoopback?: boolean
}

export function bearer(users: Users, { isLoopback = false }: BearerOptions = {}): Authenticate {
  return async (c) => {
    const given = c.req.header("authorization")
    const [, token] = /^Bearer +(\S+) *$/i.exec(given ?? "") ?? []
    if (token !== undefined) return users.byToken(token)
    // A wrong header is not no header.
    return given === undefined && isLoopback && (await users.isEmpty()) ? LOCAL : undefined
  }
}
