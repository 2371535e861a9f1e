// What the server keeps of users, tokens and groups.
import type { OwnerLimits } from "@pawl/agent"
import type { Allows, Role } from "./principal.ts"

/** A user; the key is the name. */
export interface UserDocument {
  /** Another one for each user of the same name: what belongs to an earlier one serves no later one. */
  readonly uid: string
  readonly role: Role
  readonly groups: readonly string[]
  readonly createdAt: number
  /** May not come in, until an admin says otherwise. */
  readonly disabled?: boolean
  /** The login provider vouches for the user, and says role and groups at each login. */
  readonly fromLogin?: boolean
  /** Who the user is at the login provider: another person who gets the same name there is refused. */
  readonly subject?: Subject
  /** What an admin set: no login changes it. */
  readonly byHand?: readonly ("role" | "groups")[]
  /** What all sessions of the user may use in one day, in place of what the groups say. */
  readonly limits?: OwnerLimits
}

/** A person, as a login provider tells persons apart: names may change hands, this never does. */
export interface Subject {
  readonly iss: string
  readonly sub: string
}

/** A token; the key is its id. */
export interface TokenDocument {
  readonly user: string
  readonly uid: string
  /** What it is for, in the words of its user. */
  readonly name: string
  readonly hash: string
  readonly createdAt: number
  readonly expiresAt: number | null
}

/** What the members of a group may use; the key is the name. A missing list allows everything. */
export interface GroupDocument extends Allows {
  /** What all sessions of a member may use in one day. */
  readonly limits?: OwnerLimits
}

export const KINDS = {
  user: "user",
  token: "token",
  use: "token-use",
  group: "group",
  login: "login",
  grant: "grant",
  audit: "audit",
}
