// Ids that sort by time: 48 bits of milliseconds and 80 random bits, in Crockford's base 32.
import { randomBytes } from "node:crypto"
import type { Ids } from "../contracts/clock.ts"

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"

export const timeIds: Ids = {
  next() {
    let id = ""
    for (let left = Date.now(), place = 0; place < 10; place++) {
      id = ALPHABET.charAt(left % 32) + id
      left = Math.floor(left / 32)
    }
    for (const byte of randomBytes(16)) id += ALPHABET.charAt(byte % 32)
    return id
  },
}
