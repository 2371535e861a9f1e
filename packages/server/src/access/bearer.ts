// Finds out who asks by "Authorization: Bearer TOKEN".
import type { Authenticate } from "./guard.ts"
import { LocalDoor } from "./local-door.ts"
import { LOCAL, type Principal } from "./principal.ts"
import type { Users } from "./users.ts"

export interface BearerOptions {
  /**
   * The server can be reached from this machine only, and through no proxy. Then, until there is a first user, a request without
   * a token comes from the person at the machine.
   */
  readonly allowsLocal?: boolean
}

export function bearer(users: Users, { allowsLocal = false }: BearerOptions = {}): Authenticate {
  return byToken(users, new LocalDoor(users, allowsLocal))
}

/** Who has this token; undefined for none. */
export type ReadToken = (token: string) => Promise<Principal | undefined>

/** A token of a user says that there are users: the person at the machine needs one from here on. */
export function tokenReader(users: Users, door: LocalDoor): ReadToken {
  return async (token) => {
    const found = await users.byToken(token)
    if (found !== undefined) door.shut()
    return found
  }
}

export function byToken(users: Users, door: LocalDoor): Authenticate {
  const read = tokenReader(users, door)
  return async (c) => {
    const given = c.req.header("authorization")
    const [, token] = /^Bearer +(\S+) *$/i.exec(given ?? "") ?? []
    if (token !== undefined) return read(token)
    // A wrong header is not no header.
    return given === undefined && (await door.isOpenTo(c)) ? LOCAL : undefined
  }
}
