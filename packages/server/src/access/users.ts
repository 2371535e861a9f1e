// The users of a server: who they are, what they may use, and how they come in.
import { randomUUID } from "node:crypto"
import type { OwnerLimits, Store } from "@pawl/agent"
import { HttpError } from "../http/http-error.ts"
import type { People } from "../login/login.ts"
import { isStanding } from "../login/login-sessions.ts"
import type { Newcomer } from "../login/openid.ts"
import { announcing, changeRecord, type Records } from "../records.ts"
import { limitsFrom, NOTHING, unionOf } from "./allows.ts"
import { type GroupDocument, KINDS, type Subject, type UserDocument } from "./documents.ts"
import { Groups } from "./groups.ts"
import { KnownRights } from "./known-rights.ts"
import { readName } from "./names.ts"
import { OwnerGrants } from "./owner-grants.ts"
import type { Principal, Role } from "./principal.ts"
import { type NewToken, readToken } from "./token.ts"
import { type MadeToken, Tokens } from "./tokens.ts"

export interface UsersOptions {
  readonly store: Pick<Store, "records" | "sessions">
  /** The group of users without groups. Unless given, they may use everything; those from a login provider, nothing. */
  readonly defaultGroup?: string
  /** The limits of users for whom neither they themselves nor their groups have any. */
  readonly limits?: OwnerLimits
  readonly now?: () => number
}

export interface User extends Omit<UserDocument, "uid" | "subject" | "byHand"> {
  readonly name: string
}

export interface NewUser {
  readonly role?: Role
  readonly groups?: readonly string[]
  readonly limits?: OwnerLimits
  /** Takes over the sessions that an earlier user of this name left. */
  readonly adopts?: boolean
}

export interface UserChange {
  readonly role?: Role
  readonly groups?: readonly string[]
  readonly disabled?: boolean
  /** Null: those of the groups. */
  readonly limits?: OwnerLimits | null
}

/** How rights of a user end. */
export interface Ending {
  /** Also those of the last admin, so that none can manage the server over HTTP. */
  readonly leavesNoAdmin?: boolean
}

export class Users implements People {
  readonly groups: Groups
  readonly grants: OwnerGrants
  readonly #tokens: Tokens
  readonly #known: KnownRights
  readonly #records: Records
  readonly #options: UsersOptions
  readonly #now: () => number

  constructor(options: UsersOptions) {
    const records = announcing(options.store.records)
    this.#options = options
    this.#records = records
    this.#now = options.now ?? Date.now
    this.groups = new Groups(records)
    this.grants = new OwnerGrants(records)
    this.#tokens = new Tokens(records, this.#now)
    this.#known = new KnownRights(records, this.#now)
  }

  /** Who has this token. Asks the store each time: a token that another process revoked lets nobody in. */
  async byToken(text: string): Promise<Principal | undefined> {
    const given = readToken(text)
    const found = given && (await this.#known.of(given.hash, () => this.#load(given)))
    // A full disk keeps nobody out.
    if (found?.token !== undefined) await this.#tokens.touch(found.token)?.catch(() => {})
    return found
  }

  async #load(given: Omit<NewToken, "token">) {
    const token = await this.#tokens.read(given)
    const user = token && (await this.#find(token.user))
    if (token === undefined || user === undefined || user.uid !== token.uid) return undefined
    const principal = await this.#principal(token.user, user)
    const until = token.expiresAt === null ? {} : { until: token.expiresAt }
    return principal && { principal: { ...principal, token: given.id, ...until }, until: token.expiresAt }
  }

  /** The user as who asks, or as the owner of a session. Undefined if the user is gone, or may not come in. */
  async principal(name: string): Promise<Principal | undefined> {
    const user = await this.#find(name)
    return user && this.#principal(name, user)
  }

  /** Whether the user still has the same rights, and the token or the login with which the user came. */
  async holds({ user: name, uid, role, allows, token, login, isLocal }: Principal): Promise<boolean> {
    if (isLocal === true) return this.isEmpty()
    if (token !== undefined && !(await this.#tokens.isValid(token))) return false
    if (login !== undefined && !(await this.#isLoggedIn(login))) return false
    const now = await this.principal(name)
    return now?.uid === uid && now?.role === role && JSON.stringify(now.allows) === JSON.stringify(allows)
  }

  async #isLoggedIn(login: string): Promise<boolean> {
    return isStanding((await this.#records.get(KINDS.login, login))?.value, this.#tokens)
  }

  /** What the sessions of this owner may use. One who is gone may use nothing. */
  async limitsOf(name: string): Promise<OwnerLimits | undefined> {
    const user = await this.#find(name)
    if (user === undefined || user.disabled === true) return { tokens: 0, activeSessions: 0 }
    return limitsFrom(user.limits, await this.#groupsOf(user), this.#options.limits)
  }

  async isEmpty(): Promise<boolean> {
    return (await this.#records.list(KINDS.user, { limit: 1 })).length === 0
  }

  async list(): Promise<readonly User[]> {
    const all = await this.#records.list(KINDS.user)
    return all.map(({ key, value }) => userOf(key, value as unknown as UserDocument))
  }

  async get(name: string): Promise<User> {
    return userOf(name, await this.#existing(name))
  }

  async add(name: string, { role = "user", groups = [], limits, adopts = false }: NewUser = {}): Promise<User> {
    const key = readName(name, "user")
    await this.groups.refuseUnknown(groups)
    if (!adopts) await this.#refuseOldSessions(key)
    const document = { uid: randomUUID(), role, groups, createdAt: this.#now(), ...(limits && { limits }) }
    const added = await changeRecord<UserDocument>(this.#records, { kind: KINDS.user, key }, (now) => {
      if (now !== undefined) throw new HttpError(409, "user-exists", `There is a user "${key}" already.`)
      return document
    })
    return userOf(key, added)
  }

  async change(name: string, { limits, ...change }: UserChange, how: Ending = {}): Promise<User> {
    const isLess = change.disabled === true || (change.role !== undefined && change.role !== "admin")
    if (isLess) await this.#refuseLastAdmin(name, how)
    if (change.groups !== undefined) await this.groups.refuseUnknown(change.groups)
    const changed = await this.#change(name, ({ limits: old, ...now }) => {
      const next = limits === undefined ? old : (limits ?? undefined)
      return { ...now, ...change, ...byHand(now, change), ...(next && { limits: next }) }
    })
    return userOf(name, changed)
  }

  /** With tokens, logins and grants. The sessions stay. */
  async remove(name: string, how: Ending = {}): Promise<void> {
    await this.#refuseLastAdmin(name, how)
    await this.#existing(name)
    // First, so that no token of the user works from here on, whatever happens next.
    await this.#records.remove(KINDS.user, name)
    await this.#tokens.revokeAll(name)
    await this.grants.removeAll(name)
    for (const { key, value } of await this.#records.list(KINDS.login))
      if ((value as { readonly user?: unknown }).user === name) await this.#records.remove(KINDS.login, key)
  }

  /** Takes in a user whom the login provider vouches for, or brings what no admin set up to date. */
  async admit({ user, role, groups, subject }: Newcomer): Promise<{ readonly isNew: boolean }> {
    const key = readName(user, "user")
    const isNew = (await this.#find(key)) === undefined
    if (isNew) await this.#refuseOldSessions(key)
    await changeRecord<UserDocument>(this.#records, { kind: KINDS.user, key }, (now) => {
      if (now === undefined)
        return { uid: randomUUID(), role, groups, createdAt: this.#now(), fromLogin: true, subject }
      // Else whoever registers an admin's name at the provider would be that admin.
      if (now.fromLogin !== true) throw loginRefused(key, "is that of a user with a token")
      if (now.disabled === true) throw loginRefused(key, "may not come in")
      if (now.subject !== undefined && !isSame(now.subject, subject))
        throw loginRefused(key, "is that of another person")
      const isFree = (what: "role" | "groups") => now.byHand?.includes(what) !== true
      return { ...now, subject, ...(isFree("role") && { role }), ...(isFree("groups") && { groups }) }
    })
    return { isNew }
  }

  async tokens(name: string) {
    return this.#tokens.list({ user: name, uid: (await this.#existing(name)).uid })
  }

  async makeToken(
    name: string,
    how: { readonly name?: string; readonly expiresAt?: number | null } = {},
  ): Promise<MadeToken> {
    return this.#tokens.make({ user: name, uid: (await this.#existing(name)).uid }, how)
  }

  async rotateToken(name: string, id: string): Promise<MadeToken> {
    return this.#tokens.rotate({ user: name, uid: (await this.#existing(name)).uid }, id)
  }

  async revokeToken(name: string, id: string): Promise<void> {
    await this.#tokens.revoke({ user: name, uid: (await this.#existing(name)).uid }, id)
  }

  /** All tokens of the user; logins with a browser stay. */
  async revokeTokens(name: string): Promise<void> {
    await this.#existing(name)
    await this.#tokens.revokeAll(name)
  }

  async #principal(name: string, user: UserDocument): Promise<Principal | undefined> {
    const { uid, role, disabled = false } = user
    if (disabled) return undefined
    // Admins manage the groups, so these do not bind them.
    const allows = role === "admin" ? {} : unionAllows(await this.#groupsOf(user), this.#isFree(user))
    return { user: name, uid, role, allows }
  }

  /** Whoever the provider knows may log in: that alone opens nothing. */
  #isFree({ groups, fromLogin = false }: UserDocument): boolean {
    return groups.length === 0 && this.#options.defaultGroup === undefined && !fromLogin
  }

  async #groupsOf({ groups }: UserDocument): Promise<readonly GroupDocument[]> {
    const { defaultGroup } = this.#options
    return this.groups.named(groups.length === 0 && defaultGroup !== undefined ? [defaultGroup] : groups)
  }

  async #find(name: string): Promise<UserDocument | undefined> {
    return (await this.#records.get(KINDS.user, name))?.value as UserDocument | undefined
  }

  async #existing(name: string): Promise<UserDocument> {
    const found = await this.#find(name)
    if (found === undefined) throw userMissing(name)
    return found
  }

  #change(name: string, change: (now: UserDocument) => UserDocument): Promise<UserDocument> {
    return changeRecord<UserDocument>(this.#records, { kind: KINDS.user, key: name }, (now) => {
      if (now === undefined) throw userMissing(name)
      return change(now)
    })
  }

  /** Else only the terminal program could manage the server. */
  async #refuseLastAdmin(name: string, { leavesNoAdmin = false }: Ending): Promise<void> {
    if (leavesNoAdmin) return
    const admins = (await this.list()).filter(({ role, disabled }) => role === "admin" && disabled !== true)
    if (admins.length !== 1 || admins[0]?.name !== name) return
    throw new HttpError(409, "last-admin", `"${name}" is the last admin. Make another user admin first.`)
  }

  /** Else a new user would read what another person of the same name said. */
  async #refuseOldSessions(name: string): Promise<void> {
    const { sessions } = this.#options.store
    if ((await sessions.list({ owner: name, limit: 1 })).length === 0) return
    const message = `There are sessions of an earlier "${name}". Choose another name; or, if it is the same person, say that the new user takes them over.`
    throw new HttpError(409, "user-had-sessions", message)
  }
}

function unionAllows(groups: readonly GroupDocument[], isFree: boolean) {
  if (isFree) return {}
  // Its groups were removed: a user must not get everything by that.
  return groups.length === 0 ? NOTHING : unionOf(groups)
}

function userOf(name: string, { uid: _, subject: __, byHand: ___, ...user }: UserDocument): User {
  return { name, ...user }
}

/** Remembers what an admin set, where a login would set it otherwise. */
function byHand({ fromLogin, byHand: before = [] }: UserDocument, change: UserChange): Pick<UserDocument, "byHand"> {
  const set = (["role", "groups"] as const).filter((each) => before.includes(each) || change[each] !== undefined)
  return fromLogin === true && set.length > 0 ? { byHand: set } : {}
}

function isSame(a: Subject, b: Subject): boolean {
  return a.iss === b.iss && a.sub === b.sub
}

export function userMissing(name: string): HttpError {
  return new HttpError(404, "user-missing", `There is no user "${name}". Check the name, or add the user.`)
}

function loginRefused(name: string, why: string): HttpError {
  return new HttpError(403, "login-refused", `You cannot log in as "${name}": this name ${why}. Ask an admin.`)
}
