// Ids of commands and sessions, as the library makes them: they sort by time. `crypto.randomUUID` is missing in pages
// without https.

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"

export function newId(): string {
  let id = ""
  for (let left = Date.now(), place = 0; place < 10; place++) {
    id = ALPHABET.charAt(left % 32) + id
    left = Math.floor(left / 32)
  }
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) id += ALPHABET.charAt(byte % 32)
  return id
}
