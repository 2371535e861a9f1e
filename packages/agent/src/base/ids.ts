// Ids that sort by time: 48 bits of milliseconds and 80 random bits, in Crockford's base 32.
import { randomFillSync } from "node:crypto"
import type { Ids } from "../contracts/clock.ts"

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
const RANDOM_CHARS = 16

/** Random bytes for many ids: a call for each would cost more than the id. */
const random = new Uint8Array(RANDOM_CHARS * 64)
let used = random.length

export const timeIds: Ids = {
  next() {
    let id = ""
    for (let left = Date.now(), place = 0; place < 10; place++) {
      id = ALPHABET.charAt(left % 32) + id
      left = Math.floor(left / 32)
    }
    if (used === random.length) {
      randomFillSync(random)
      used = 0
    }
    for (const end = used + RANDOM_CHARS; used < end; used++) id += ALPHABET.charAt((random[used] as number) % 32)
    return id
  },
}
