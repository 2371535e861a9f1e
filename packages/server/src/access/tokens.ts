// The tokens of users: made, listed, replaced and revoked. A revoked one is gone for every process at once.
import { HttpError } from "../http/http-error.ts"
import type { Records } from "../records.ts"
import { KINDS, type TokenDocument } from "./documents.ts"
import { isSameHash, newToken, readToken } from "./token.ts"

/** A token in a list, without anything that would let its reader in. */
export interface TokenRow {
  readonly id: string
  readonly name: string
  readonly createdAt: number
  readonly expiresAt: number | null
  /** To the minute; null if it was never used. */
  readonly lastUsedAt: number | null
}

export interface MadeToken {
  /** Shown once. */
  readonly token: string
  readonly id: string
  readonly expiresAt: number | null
}

interface Whose {
  readonly user: string
  readonly uid: string
}

/** Uses within this time are one use: a write for each request would cost more than the request. */
const USE_EVERY_MS = 60_000

export class Tokens {
  readonly #records: Records
  readonly #now: () => number
  readonly #used = new Map<string, number>()

  constructor(records: Records, now: () => number) {
    this.#records = records
    this.#now = now
  }

  async make({ user, uid }: Whose, { name = "", expiresAt = null }: Partial<TokenDocument> = {}): Promise<MadeToken> {
    const { token, id, hash } = newToken()
    const document = { user, uid, name, hash, createdAt: this.#now(), expiresAt }
    if ((await this.#records.put(KINDS.token, id, document, 0)) === undefined) return this.make({ user, uid }, document)
    return { token, id, expiresAt }
  }

  /** Whose token this is; undefined if it is none, or is no longer one. */
  async read(text: string): Promise<(Whose & { readonly id: string }) | undefined> {
    const given = readToken(text)
    const found = given && (await this.#get(given.id))
    if (given === undefined || found === undefined || !isSameHash(found.hash, given.hash)) return undefined
    if (found.expiresAt !== null && found.expiresAt <= this.#now()) return undefined
    return { user: found.user, uid: found.uid, id: given.id }
  }

  /** Whether the token was neither revoked nor replaced, and has not expired. */
  async isValid(id: string): Promise<boolean> {
    const found = await this.#get(id)
    return found !== undefined && (found.expiresAt === null || found.expiresAt > this.#now())
  }

  async list({ user, uid }: Whose): Promise<readonly TokenRow[]> {
    const all = await this.#records.list(KINDS.token)
    const own = all.filter(({ value }) => isOf(value as unknown as TokenDocument, { user, uid }))
    return Promise.all(
      own.map(async ({ key: id, value }) => {
        const { name, createdAt, expiresAt } = value as unknown as TokenDocument
        const used = (await this.#records.get(KINDS.use, id))?.value
        return { id, name, createdAt, expiresAt, lastUsedAt: typeof used === "number" ? used : null }
      }),
    )
  }

  /** The old one ends, and a new one begins, with the same name and for the same time. */
  async rotate(whose: Whose, id: string): Promise<MadeToken> {
    const { name, createdAt, expiresAt } = await this.#own(whose, id)
    // Of two who rotate it at once, one gets a new token.
    if (!(await this.#remove(id))) throw tokenMissing(whose, id)
    return this.make(whose, { name, expiresAt: expiresAt === null ? null : this.#now() + expiresAt - createdAt })
  }

  async revoke(whose: Whose, id: string): Promise<void> {
    await this.#own(whose, id)
    await this.#remove(id)
  }

  async revokeAll(user: string): Promise<void> {
    for (const { key, value } of await this.#records.list(KINDS.token))
      if ((value as unknown as TokenDocument).user === user) await this.#remove(key)
  }

  /** Remembers when the token was last used. */
  async touch(id: string): Promise<void> {
    const now = this.#now()
    if ((this.#used.get(id) ?? Number.NEGATIVE_INFINITY) > now - USE_EVERY_MS) return
    this.#used.set(id, now)
    await this.#records.put(KINDS.use, id, now)
  }

  async #remove(id: string): Promise<boolean> {
    const isRemoved = await this.#records.remove(KINDS.token, id)
    await this.#records.remove(KINDS.use, id)
    this.#used.delete(id)
    return isRemoved
  }

  async #own(whose: Whose, id: string): Promise<TokenDocument> {
    const found = await this.#get(id)
    if (found !== undefined && isOf(found, whose)) return found
    throw tokenMissing(whose, id)
  }

  async #get(id: string): Promise<TokenDocument | undefined> {
    return (await this.#records.get(KINDS.token, id))?.value as TokenDocument | undefined
  }
}

function tokenMissing({ user }: Whose, id: string): HttpError {
  return new HttpError(404, "token-missing", `User "${user}" has no token "${id}". List the tokens to see them.`)
}

function isOf(token: TokenDocument, { user, uid }: Whose): boolean {
  return token.user === user && token.uid === uid
}
