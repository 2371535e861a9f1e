// Removes secrets whose exact values are known from texts, in every encoding they are likely to appear in. Each agent has
// one list. Text that only looks like a secret is the job of redact.ts.
import { cleanBytes, cleanLines, digitsOf, endsWithMost, openBytes, openEnd } from "./loose-forms.ts"
import { escaped, formsOf, HIDDEN, isRecognisable, MIN_SECRET_CHARS, type SecretForms } from "./secret-forms.ts"

/** Removes the values it knows from texts. */
export interface KnownSecrets {
  /** Removes this value from now on. Very short values and plain words are ignored: they would match everywhere. */
  add(value: string): void
  /** The text without the secrets. */
  clean(text: string): string
  /** Whether a secret is in these bytes, for content that cannot be cleaned: an image, or a file that must not change. */
  isIn(bytes: Uint8Array): boolean
  /** The same for text that comes in pieces: a piece may end in the middle of a secret. */
  stream(emit: (text: string) => void): { push(text: string): void; end(): void }
}

/** From this length on it is faster to search for each form separately. */
const LONG_TEXT = 100_000

/** In larger content, secrets are found only byte by byte, not in their other text forms. */
const MAX_TEXT_BYTES = 1024 * 1024

/** Undefined when it is not text: only UTF-16, which has a byte order mark, may contain zero bytes. */
function textOf(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes)
  return bytes.includes(0) ? undefined : bytes.toString("utf8")
}

/**
 * Creates an empty list of secrets.
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
  /** What merely begins like a secret is other text: "sk-", or a list that ends with 7. */
  const hasMost = (text: string) =>
    text.length >= MIN_SECRET_CHARS && (endsWithMost(text, literal) || endsWithMost(digitsOf(text), hexes))
  /** Text may contain a secret in any of its text forms, which are looser than the byte forms. */
  const isInText = (bytes: Buffer) => {
    const text = bytes.length > MAX_TEXT_BYTES ? undefined : textOf(bytes)
    return text !== undefined && clean(text) !== text
  }
  return {
    add(value) {
      if (!isRecognisable(value) || known.has(value)) return
      known.set(value, formsOf(value))
      const all = [...known.values()]
      // The longest first, because one may be the beginning of another.
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
    stream(emit) {
      let held = ""
      return {
        push(text) {
          if (known.size === 0) {
            // Nothing is searched, and nothing held back.
            if (text !== "") emit(text)
            return
          }
          const seen = clean(held + text)
          const from = seen.length - Math.max(openEnd(seen, literal), openBytes(seen, hexes))
          held = seen.slice(from)
          const told = seen.slice(0, from)
          if (told !== "") emit(told)
        },
        end() {
          if (held !== "") emit(hasMost(held) ? HIDDEN : held)
          held = ""
        },
      }
    },
  }
}

function patternOf(literal: readonly string[]): RegExp | undefined {
  return literal.length === 0 ? undefined : new RegExp(literal.map(escaped).join("|"), "g")
}

/** Every text in plain data, keys as well. Data without secrets comes back as it is, so that no copy is made. */
export function cleanJson<Value>(value: Value, clean: KnownSecrets["clean"]): Value {
  return isClean(value, clean) ? value : (cleanEach(value, clean) as Value) // The shape stays the same; only texts change.
}

function isClean(value: unknown, clean: KnownSecrets["clean"]): boolean {
  if (typeof value === "string") return clean(value) === value
  if (typeof value !== "object" || value === null) return true
  if (Array.isArray(value)) return value.every((each) => isClean(each, clean))
  const given = value as Readonly<Record<string, unknown>> // An object that is no list.
  for (const key of Object.keys(given)) if (clean(key) !== key || !isClean(given[key], clean)) return false
  return true
}

function cleanEach(value: unknown, clean: KnownSecrets["clean"]): unknown {
  if (typeof value === "string") return clean(value)
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map((each) => cleanEach(each, clean))
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [clean(key), cleanEach(each, clean)]))
}
