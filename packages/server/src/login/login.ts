// The pages of a login: there, back, and out.
import type { Context } from "hono"
import { KINDS } from "../access/documents.ts"
import type { Principal } from "../access/principal.ts"
import { HttpError } from "../http/envelope.ts"
import type { Env } from "../http/route.ts"
import type { Records } from "../records.ts"
import { LoginCookies } from "./cookies.ts"
import { LoginSessions } from "./login-sessions.ts"
import { type Newcomer, OpenId, type OpenIdOptions, type Transaction } from "./openid.ts"
import { Sealer } from "./sealed.ts"
import { serverSecret } from "./server-secret.ts"

/** The users of the server. */
export interface People {
  /** Undefined if the user was removed or may not come in any more. */
  principal(user: string): Promise<Principal | undefined>
  /** Takes in a user whom the login provider vouches for, or brings what no admin set up to date. */
  admit(newcomer: Newcomer): Promise<void>
}

export interface LoginOptions {
  readonly records: Records
  readonly people: People
  readonly openid: OpenIdOptions
}

/** Transactions that have finished a login. */
const USED = "login-used"

export class Login {
  readonly #people: People
  readonly #records: Records
  readonly #openid: OpenId
  readonly #sessions: LoginSessions
  readonly #cookies: LoginCookies
  readonly #sealer: Promise<Sealer>

  constructor({ records, people, openid }: LoginOptions) {
    this.#people = people
    this.#records = records
    this.#openid = new OpenId(openid)
    this.#sessions = new LoginSessions(records)
    this.#cookies = new LoginCookies(openid.publicUrl.startsWith("https:"))
    this.#sealer = serverSecret(records).then((secret) => new Sealer(secret, "login"))
    // Reported by the first login that needs it.
    this.#sealer.catch(() => {})
  }

  /** Who the cookie of a request belongs to. */
  async authenticate(c: Context<Env>): Promise<Principal | undefined> {
    const token = this.#cookies.sessionIn(c)
    const found = token === undefined ? undefined : await this.#sessions.find(token)
    const principal = found && (await this.#people.principal(found.user))
    return principal && { ...principal, login: found.id, until: found.until }
  }

  /** Sends the browser to the provider. */
  async begin(c: Context<Env>): Promise<Response> {
    const { url, transaction } = await this.#openid.begin()
    this.#cookies.setTransaction(c, (await this.#sealer).seal({ ...transaction }))
    return c.redirect(url, 302)
  }

  /** The browser comes back from the provider. */
  async finish(c: Context<Env>): Promise<Response> {
    const transaction = await this.#transaction(this.#cookies.transactionIn(c))
    this.#cookies.endTransaction(c)
    const newcomer = await this.#openid.finish(new URL(c.req.url).search, transaction)
    await this.#use(transaction)
    await this.#people.admit(newcomer)
    const { token, maxAgeSeconds } = await this.#sessions.begin(newcomer.user)
    this.#cookies.setSession(c, token, maxAgeSeconds)
    return c.html(SAME_SITE_HOP)
  }

  async end(c: Context<Env>): Promise<Response> {
    const token = this.#cookies.sessionIn(c)
    if (token !== undefined) await this.#sessions.end(token)
    this.#cookies.endSession(c)
    return c.json({ done: true })
  }

  /** Each transaction finishes one login: a second use is an attack, or a reload of an old page. */
  async #transaction(sealed: string | undefined): Promise<Transaction> {
    const found = sealed === undefined ? undefined : ((await this.#sealer).open(sealed) as Transaction | undefined)
    if (found === undefined || found.until < Date.now()) throw notBegun()
    if ((await this.#records.get(USED, found.state)) !== undefined) throw notBegun()
    return found
  }

  /** Only what the provider confirmed is written: anyone can begin a login. */
  async #use({ state, until }: Transaction): Promise<void> {
    if ((await this.#records.put(USED, state, { until }, 0)) === undefined) throw notBegun()
    for (const kind of [USED, KINDS.login])
      for (const { key, value } of await this.#records.list(kind))
        if (Number((value as { readonly until?: unknown }).until) < Date.now()) await this.#records.remove(kind, key)
  }
}

/**
 * A redirect would belong to the navigation that came from the provider, and browsers do not send Strict cookies with that.
 * This page starts a new one, from the server itself.
 */
const SAME_SITE_HOP = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=/"><title>Logged in</title><p>You are logged in. <a href="/">Go on</a></p>`

function notBegun(): HttpError {
  return new HttpError(
    400,
    "login-not-begun",
    "This login was not begun here, took too long, or is over. Begin again at /auth/login.",
  )
}
