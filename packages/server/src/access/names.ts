// The names of users and groups.
import { HttpError } from "../http/http-error.ts"

const MAX_CHARS = 200
/** The person at the machine, and all owners. */
const RESERVED = new Set(["local", "*"])

export function readName(name: string, what: "user" | "group"): string {
  const isPlain = name.trim() === name && name !== "" && name.length <= MAX_CHARS && !/\p{C}/u.test(name)
  if (isPlain && !RESERVED.has(name)) return name
  const wrong = RESERVED.has(name) ? "is reserved" : "must have 1 to 200 visible characters"
  throw new HttpError(400, "input-invalid", `The name of a ${what} ${wrong}. Choose another one.`)
}
