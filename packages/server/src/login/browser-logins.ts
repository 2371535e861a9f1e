// Logins of browsers, however they began: the cookie, whose it is, and its end.
import type { Context } from "hono"
import type { Principal } from "../access/principal.ts"
import { HttpError } from "../http/http-error.ts"
import type { Env } from "../http/route.ts"
import type { Records } from "../records.ts"
import { LoginCookies } from "./cookies.ts"
import type { People } from "./login.ts"
import { type BoundTo, LoginSessions } from "./login-sessions.ts"

export interface BrowserLoginOptions {
  readonly records: Records
  readonly people: Pick<People, "principal">
  /** Browsers reach the server by https. */
  readonly isSecure: boolean
}

export class BrowserLogins {
  readonly cookies: LoginCookies
  readonly #people: Pick<People, "principal">
  readonly #sessions: LoginSessions

  constructor({ records, people, isSecure }: BrowserLoginOptions) {
    this.cookies = new LoginCookies(isSecure)
    this.#people = people
    this.#sessions = new LoginSessions(records)
  }

  /** Who the cookie of a request belongs to. */
  async authenticate(c: Context<Env>): Promise<Principal | undefined> {
    const word = this.cookies.sessionIn(c)
    const found = word === undefined ? undefined : await this.#sessions.find(word)
    const principal = found && (await this.#people.principal(found.user))
    return principal && { ...principal, login: found.id, until: found.until }
  }

  /** `bound`: the token that the login ends with. */
  async begin(c: Context<Env>, user: string, bound?: BoundTo): Promise<void> {
    const { word, maxAgeSeconds } = await this.#sessions.begin(user, bound)
    this.cookies.setSession(c, word, maxAgeSeconds)
  }

  /** `principal`: whose token it is. */
  async beginWith(c: Context<Env>, principal: Principal | undefined): Promise<Principal> {
    if (principal?.token === undefined) throw tokenRefused()
    await this.begin(c, principal.user, { token: principal.token, until: principal.until })
    return principal
  }

  async end(c: Context<Env>): Promise<void> {
    const word = this.cookies.sessionIn(c)
    if (word !== undefined) await this.#sessions.end(word)
    this.cookies.endSession(c)
  }
}

function tokenRefused(): HttpError {
  const message = "This token is not valid, or no longer. Check that it is whole, or ask an admin for a new one."
  return new HttpError(401, "not-authenticated", message)
}
