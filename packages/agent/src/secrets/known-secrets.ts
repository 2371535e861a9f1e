// Secrets whose values are known exactly: taken out of whatever is said, in every form they are likely to take on their way.
// One list an agent. What only looks like a secret is for redact.ts.
import { cleanBytes, cleanLines, openBytes, openEnd } from "./loose-forms.ts"
import { escaped, formsOf, HIDDEN, isTelling, MIN_SECRET_CHARS, type SecretForms } from "./secret-forms.ts"

/** Takes the values it knows out of texts. */
export interface KnownSecrets {
  /** From now on. Very short values and plain words are left alone: they would be found everywhere. */
  add(value: string): void
  /** The text without them. */
  clean(text: string): string
  /** Whether one of them is in these bytes: of what cannot be cleaned, as an image, or a file that is to be as it was. */
  isIn(bytes: Uint8Array): boolean
  /** The same for text that comes in pieces: one may end in the middle of a secret. */
  stream(tell: (text: string) => void): { push(text: string): void; end(): void }
}

/** From here on it is faster to look for each form by itself. */
const LONG_TEXT = 100_000

/** Of more than this, only what stands there byte by byte is found. */
const MAX_TEXT_BYTES = 1024 * 1024

/** Undefined for what is no text: a zero byte is in none but that of UTF-16, which says so. */
function textOf(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes)
  return bytes.includes(0) ? undefined : bytes.toString("utf8")
}

/**
 * A list of secrets to begin with, empty.
 *
 * @example
 * ```ts
 * import { knownSecrets } from "@pawl/agent/plugins"
 *
 * const secrets = knownSecrets()
 * secrets.add("hunter2-hunter2")
 * console.log(secrets.clean("The password is hunter2-hunter2."))
 * ```
 */
export function knownSecrets(): KnownSecrets {
  const known = new Map<string, SecretForms>()
  let literal: readonly string[] = []
  let hexes: readonly string[] = []
  let needles: readonly Buffer[] = []
  let pattern: RegExp | undefined
  const clean = (text: string) => {
    if (pattern === undefined) return text
    const found = text.length < LONG_TEXT ? pattern : patternOf(literal.filter((form) => text.includes(form)))
    return cleanBytes(cleanLines(found === undefined ? text : text.replace(found, HIDDEN), literal), hexes)
  }
  /** There it may stand in any form that it has in texts; looser ones than in bytes, which are as they are. */
  const isInText = (bytes: Buffer) => {
    const text = bytes.length > MAX_TEXT_BYTES ? undefined : textOf(bytes)
    return text !== undefined && clean(text) !== text
  }
  return {
    add(value) {
      if (!isTelling(value) || known.has(value)) return
      known.set(value, formsOf(value))
      const all = [...known.values()]
      // The longest first: one may be the beginning of another.
      literal = [...new Set(all.flatMap((forms) => forms.literal))].sort((a, b) => b.length - a.length)
      hexes = all.map((forms) => forms.hex)
      needles = [
        ...literal.map((form) => Buffer.from(form)),
        ...all.flatMap((forms) => forms.wide.map((each) => Buffer.from(each))),
      ]
      pattern = patternOf(literal)
    },
    clean,
    isIn(bytes) {
      const held = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      return needles.some((needle) => held.includes(needle)) || isInText(held)
    },
    stream(tell) {
      let held = ""
      const told = (text: string) => text !== "" && tell(text)
      return {
        push(text) {
          const seen = clean(held + text)
          const from = seen.length - Math.max(openEnd(seen, literal), openBytes(seen, hexes))
          held = seen.slice(from)
          told(seen.slice(0, from))
        },
        end() {
          told(held.length < MIN_SECRET_CHARS ? held : HIDDEN)
          held = ""
        },
      }
    },
  }
}

function patternOf(literal: readonly string[]): RegExp | undefined {
  return literal.length === 0 ? undefined : new RegExp(literal.map(escaped).join("|"), "g")
}

/** Every text in plain data, keys as well. */
export function cleanJson<Value>(value: Value, clean: KnownSecrets["clean"]): Value {
  return cleanEach(value, clean) as Value // The same shape: only texts differ.
}

function cleanEach(value: unknown, clean: KnownSecrets["clean"]): unknown {
  if (typeof value === "string") return clean(value)
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map((each) => cleanEach(each, clean))
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [clean(key), cleanEach(each, clean)]))
}
