// Who is logged in with a browser. The cookie holds a random word, and the store its hash: a stolen database opens no session.
import { createHash, randomBytes } from "node:crypto"
import { KINDS } from "../access/documents.ts"
import { Tokens } from "../access/tokens.ts"
import { announcing, type Records } from "../records.ts"

const KIND = KINDS.login
const LASTS_MS = 12 * 60 * 60 * 1000

/** The token that a login was made with: the login ends with it. */
export interface BoundTo {
  readonly token: string
  readonly until: number | undefined
}

export class LoginSessions {
  readonly #records: Records
  readonly #tokens: Tokens
  readonly #now: () => number

  constructor(records: Records, now: () => number = Date.now) {
    // The end of a login ends its streams.
    this.#records = announcing(records)
    this.#tokens = new Tokens(records, now)
    this.#now = now
  }

  /** Returns the word for the cookie. */
  async begin(user: string, bound?: BoundTo): Promise<{ readonly word: string; readonly maxAgeSeconds: number }> {
    await this.#forgetOld()
    const word = randomBytes(32).toString("base64url")
    const now = this.#now()
    const until = Math.min(now + LASTS_MS, bound?.until ?? Number.POSITIVE_INFINITY)
    const login = { user, until, ...(bound !== undefined && { token: bound.token }) }
    await this.#records.put(KIND, hashOf(word), login, 0)
    return { word, maxAgeSeconds: Math.floor((until - now) / 1000) }
  }

  async find(word: string): Promise<FoundLogin | undefined> {
    const key = hashOf(word)
    const value = (await this.#records.get(KIND, key))?.value
    if (!isLogin(value)) return undefined
    const { user, until } = value
    if (until > this.#now() && (await isStanding(value, this.#tokens))) return { id: key, user, until }
    await this.#records.remove(KIND, key)
    return undefined
  }

  async end(word: string): Promise<void> {
    await this.#records.remove(KIND, hashOf(word))
  }

  async #forgetOld(): Promise<void> {
    for (const { key, value } of await this.#records.list(KIND))
      if (!isLogin(value) || value.until <= this.#now()) await this.#records.remove(KIND, key)
  }
}

/** A login with a token ends when the token is revoked, replaced or expires. */
export async function isStanding(login: unknown, tokens: Pick<Tokens, "isValid">): Promise<boolean> {
  return isLogin(login) && (login.token === undefined || (await tokens.isValid(login.token)))
}

function hashOf(word: string): string {
  return createHash("sha256").update(word).digest("base64url")
}

interface Login {
  readonly user: string
  readonly until: number
  readonly token?: string
}

export interface FoundLogin extends Omit<Login, "token"> {
  readonly id: string
}

function isLogin(value: unknown): value is Login {
  const found = value as Partial<Login> | null | undefined
  return typeof found?.user === "string" && typeof found.until === "number"
}
