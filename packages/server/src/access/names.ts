// The names of users and groups.
import { HttpError } from "../http/http-error.ts"

const MAX_CHARS = 200
/** The person at the machine, that person in the audit, all owners, and what a path cannot name. */
const RESERVED = new Set(["local", "terminal", "*", ".", ".."])

export function readName(name: string, what: "user" | "group"): string {
  // Another spelling of the same letters would look like the name of another user.
  const plain = name.normalize("NFKC")
  const isPlain = plain === name && name.trim() === name && name !== "" && name.length <= MAX_CHARS
  const isReserved = RESERVED.has(plain.toLowerCase())
  if (isPlain && !/\p{C}/u.test(name) && !isReserved) return name
  const wrong = isReserved ? "is reserved" : "must have 1 to 200 visible characters, in their usual form (Unicode NFKC)"
  throw new HttpError(400, "input-invalid", `The name of a ${what} ${wrong}. Choose another one.`)
}
