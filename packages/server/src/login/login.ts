// The pages of a login with a provider: there, and back.
import type { Context } from "hono"
import type { Principal } from "../access/principal.ts"
import { HttpError } from "../http/envelope.ts"
import type { Asked, Env } from "../http/route.ts"
import type { Records } from "../records.ts"
import type { BrowserLogins } from "./browser-logins.ts"
import { type Newcomer, OpenId, type OpenIdOptions, type Transaction } from "./openid.ts"
import { Sealer } from "./sealed.ts"
import { serverSecret } from "./server-secret.ts"

/** The users of the server. */
export interface People {
  /** Undefined if the user was removed or may not come in any more. */
  principal(user: string): Promise<Principal | undefined>
  /** Takes in a user whom the login provider vouches for, or brings what no admin set up to date. */
  admit(newcomer: Newcomer): Promise<{ readonly isNew: boolean }>
}

export interface LoginOptions {
  readonly records: Records
  readonly people: People
  readonly openid: OpenIdOptions
}

/** Transactions that have finished a login. */
const USED = "login-used"
type Remark = Asked<undefined, undefined, undefined>["remark"]

export class Login {
  readonly #people: People
  readonly #records: Records
  readonly #openid: OpenId
  readonly #browsers: BrowserLogins
  readonly #sealer: Promise<Sealer>

  constructor({ records, people, openid }: LoginOptions, browsers: BrowserLogins) {
    this.#people = people
    this.#records = records
    this.#openid = new OpenId(openid)
    this.#browsers = browsers
    this.#sealer = serverSecret(records).then((secret) => new Sealer(secret, "login"))
    // Reported by the first login that needs it.
    this.#sealer.catch(() => {})
  }

  /** Sends the browser to the provider. */
  async begin(c: Context<Env>): Promise<Response> {
    const { url, transaction } = await this.#openid.begin()
    this.#browsers.cookies.setTransaction(c, (await this.#sealer).seal({ ...transaction }))
    return c.redirect(url, 302)
  }

  /** The browser comes back from the provider. `remark`: tells the audit of it. */
  async finish(c: Context<Env>, remark: Remark): Promise<Response> {
    const transaction = await this.#transaction(this.#browsers.cookies.transactionIn(c))
    this.#browsers.cookies.endTransaction(c)
    // Until the provider says who it is.
    remark({ user: "login" })
    const newcomer = await this.#openid.finish(new URL(c.req.url).search, transaction)
    await this.#use(transaction)
    remark({ user: newcomer.user, role: newcomer.role, groups: [...newcomer.groups] })
    const { isNew } = await this.#people.admit(newcomer)
    remark({ isNew })
    await this.#browsers.begin(c, newcomer.user)
    return c.html(SAME_SITE_HOP)
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
    for (const { key, value } of await this.#records.list(USED))
      if (Number((value as { readonly until?: unknown }).until) < Date.now()) await this.#records.remove(USED, key)
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
