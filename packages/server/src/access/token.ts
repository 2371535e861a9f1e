// Tokens: random, shown once, and kept only as a hash, so that a stolen database lets nobody in.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto"

/** With it people and scanners for leaked secrets know what they see. */
const PREFIX = "pawl_"
const SHAPE = /^pawl_[A-Za-z0-9_-]{43}$/

export interface NewToken {
  /** Given to the user, and never again. */
  readonly token: string
  /** Names the token in lists and logs. */
  readonly id: string
  readonly hash: string
}

export function newToken(): NewToken {
  const token = `${PREFIX}${randomBytes(32).toString("base64url")}`
  return { token, ...namesOf(token) }
}

/** Undefined for what cannot be a token. */
export function readToken(text: string): Omit<NewToken, "token"> | undefined {
  return SHAPE.test(text) ? namesOf(text) : undefined
}

function namesOf(token: string): Omit<NewToken, "token"> {
  const hash = createHash("sha256").update(token).digest("hex")
  // The beginning of the hash finds the record; the whole of it is compared.
  return { id: hash.slice(0, 16), hash }
}

export function isSameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
