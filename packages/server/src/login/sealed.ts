// Seals a value so that only this server can read it back: what a cookie holds is neither shown nor changed.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto"
import type { Json } from "@pawl/agent"

const NONCE_BYTES = 12
const TAG_BYTES = 16

export class Sealer {
  readonly #key: Uint8Array

  /** `purpose`: what is sealed for one purpose cannot be used for another. */
  constructor(secret: Uint8Array, purpose: string) {
    this.#key = new Uint8Array(hkdfSync("sha256", secret, "pawl", purpose, 32))
  }

  seal(value: Json): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv("aes-256-gcm", this.#key, nonce)
    const hidden = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()])
    return Buffer.concat([nonce, hidden, cipher.getAuthTag()]).toString("base64url")
  }

  /** Undefined if this server did not seal it. */
  open(sealed: string): unknown {
    const bytes = Buffer.from(sealed, "base64url")
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
    try {
      const decipher = createDecipheriv("aes-256-gcm", this.#key, bytes.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      const shown = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]
      return JSON.parse(Buffer.concat(shown).toString())
    } catch {
      // Changed on its way, or sealed by another server: the same to us as none.
      return undefined
    }
  }
}
