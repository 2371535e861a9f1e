// Who is logged in with a browser. The cookie holds a random token, and the store its hash: a stolen database opens no session.
import { createHash, randomBytes } from "node:crypto"
import { KINDS } from "../access/documents.ts"
import { announcing, type Records } from "../records.ts"

const KIND = KINDS.login
const LASTS_MS = 12 * 60 * 60 * 1000

export class LoginSessions {
  readonly #records: Records
  readonly #now: () => number

  constructor(records: Records, now: () => number = Date.now) {
    // The end of a login ends its streams.
    this.#records = announcing(records)
    this.#now = now
  }

  /** Returns the token for the cookie. */
  async begin(user: string): Promise<{ readonly token: string; readonly maxAgeSeconds: number }> {
    const token = randomBytes(32).toString("base64url")
    await this.#records.put(KIND, hashOf(token), { user, until: this.#now() + LASTS_MS }, 0)
    return { token, maxAgeSeconds: LASTS_MS / 1000 }
  }

  async find(token: string): Promise<FoundLogin | undefined> {
    const key = hashOf(token)
    const value = (await this.#records.get(KIND, key))?.value
    if (!isLogin(value)) return undefined
    if (value.until > this.#now()) return { id: key, user: value.user, until: value.until }
    await this.#records.remove(KIND, key)
    return undefined
  }

  async end(token: string): Promise<void> {
    await this.#records.remove(KIND, hashOf(token))
  }
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url")
}

interface Login {
  readonly user: string
  readonly until: number
}

export interface FoundLogin extends Login {
  readonly id: string
}

function isLogin(value: unknown): value is Login {
  const found = value as Partial<Login> | null | undefined
  return typeof found?.user === "string" && typeof found.until === "number"
}
