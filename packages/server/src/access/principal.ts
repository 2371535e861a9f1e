// Who sends a request, and what that person may use.

/** Each role may do what the ones before it may. A viewer only looks; a user works; an admin manages the server. */
export const ROLES = ["viewer", "user", "admin"] as const
export type Role = (typeof ROLES)[number]

export interface Principal {
  /** The user's name; the owner of the sessions that the user opens. */
  readonly user: string
  readonly role: Role
  /** The one person at this machine, without users and tokens: sees the sessions of the terminal program, which have no owner. */
  readonly isLocal?: true
  /** Tells users of the same name apart. Absent if the server does not keep the user. */
  readonly uid?: string
  /** The id of the token that the request came with. */
  readonly token?: string
  /** The id of the login with a browser that the request came with. */
  readonly login?: string
  /** When the token or the login expires, in milliseconds since 1970. */
  readonly until?: number
  /** What the user's groups allow. A missing list allows everything. */
  readonly allows: Allows
}

export interface Allows {
  readonly workspaces?: readonly string[]
  readonly profiles?: readonly string[]
  readonly models?: readonly string[]
  readonly tools?: readonly string[]
}

/** The person at the machine that the server runs on. */
export const LOCAL: Principal = { user: "local", role: "admin", isLocal: true, allows: {} }

export function hasRole({ role }: Pick<Principal, "role">, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least)
}
