// The two cookies of a login. The transaction's comes back from another site, so it is Lax, lives ten minutes and is used
// once. The session's never leaves the site, so it is Strict.
import type { Context } from "hono"
import { deleteCookie, getCookie, setCookie } from "hono/cookie"

export class LoginCookies {
  readonly #isSecure: boolean

  constructor(isSecure: boolean) {
    this.#isSecure = isSecure
  }

  sessionIn(c: Context): string | undefined {
    return getCookie(c, this.#name("pawl_session"))
  }

  setSession(c: Context, token: string, maxAge: number): void {
    setCookie(c, this.#name("pawl_session"), token, { ...this.#common, sameSite: "Strict", path: "/", maxAge })
  }

  endSession(c: Context): void {
    deleteCookie(c, this.#name("pawl_session"), { ...this.#common, path: "/" })
  }

  transactionIn(c: Context): string | undefined {
    return getCookie(c, "pawl_login")
  }

  setTransaction(c: Context, sealed: string): void {
    setCookie(c, "pawl_login", sealed, { ...this.#common, sameSite: "Lax", path: "/auth", maxAge: 600 })
  }

  endTransaction(c: Context): void {
    deleteCookie(c, "pawl_login", { ...this.#common, path: "/auth" })
  }

  get #common() {
    return { httpOnly: true, secure: this.#isSecure } as const
  }

  /** Browsers accept a cookie of this name only over https and from this host itself. */
  #name(name: string): string {
    return this.#isSecure ? `__Host-${name}` : name
  }
}
