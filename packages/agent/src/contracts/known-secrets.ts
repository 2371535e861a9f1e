// Secrets whose values are known exactly: taken out of whatever tools say, in every form they are likely to take on their way.
// One list an agent. What only looks like a secret is for redact.ts.
import type { Json, JsonObject } from "./json.ts"

export interface KnownSecrets {
  /** From now on. Shorter values than MIN_SECRET_CHARS are left alone: they would be found everywhere. */
  add(value: string): void
  clean(text: string): string
  /** The same for text that comes in pieces: one may end in the middle of a secret. */
  stream(tell: (text: string) => void): { push(text: string): void; end(): void }
}

export const MIN_SECRET_CHARS = 6

const HIDDEN = "[redacted]"

export function knownSecrets(): KnownSecrets {
  const values = new Set<string>()
  let forms: readonly string[] = []
  let pattern: RegExp | undefined
  const clean = (text: string) => (pattern === undefined ? text : text.replace(pattern, HIDDEN))
  return {
    add(value) {
      if (value.length < MIN_SECRET_CHARS || values.has(value)) return
      values.add(value)
      // The longest first: one may be the beginning of another.
      forms = [...new Set([...forms, ...formsOf(value)])].sort((a, b) => b.length - a.length)
      pattern = new RegExp(
        forms.map((form) => (form.length > LINE_OF_BASE64 ? wrapped(form) : escaped(form))).join("|"),
        "g",
      )
    },
    clean,
    stream(tell) {
      let held = ""
      const told = (text: string) => text !== "" && tell(text)
      return {
        push(text) {
          const seen = clean(held + text)
          const from = seen.length - openEnd(seen, forms)
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

/** Every text in it, keys as well. */
export function cleanJson(value: Json, clean: KnownSecrets["clean"]): Json {
  if (typeof value === "string") return clean(value)
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map((each: Json) => cleanJson(each, clean))
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, each]) => [clean(key), cleanJson(each, clean)]),
  )
}

/** How much of the text's end may be the beginning of a secret. */
function openEnd(text: string, forms: readonly string[]): number {
  return forms.reduce((longest, form) => {
    for (let size = Math.min(form.length - 1, text.length); size > longest; size--) {
      if (text.endsWith(form.slice(0, size))) return size
    }
    return longest
  }, 0)
}

/** As it is, in JSON (also in JSON in JSON), in an address, in base64 wherever it begins, in hex; and each long line of it. */
function formsOf(value: string): readonly string[] {
  const bytes = new TextEncoder().encode(value)
  const inJson = JSON.stringify(value).slice(1, -1)
  const inAddress = percentEncoded(value)
  const base64 = [0, 1, 2].map((before) => base64Of(bytes, before))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
  const forms = [
    value,
    inJson,
    JSON.stringify(inJson).slice(1, -1),
    inAddress,
    inAddress.replaceAll("%20", "+"),
    // Some write more than they have to in this way.
    percents(bytes, (byte) => !isPlainByte(byte)),
    lowerEscapes(inAddress),
    lowerEscapes(percents(bytes, (byte) => !isPlainByte(byte))),
    percents(bytes, () => true),
    percents(bytes, () => true).toLowerCase(),
    ...base64,
    ...base64.map((form) => form.replaceAll("+", "-").replaceAll("/", "_")),
    hex,
    hex.toUpperCase(),
    ...value.split(/\r?\n/).filter((line) => line.length >= LONG_LINE),
  ]
  return forms.filter((form) => form.length >= MIN_SECRET_CHARS)
}

const LONG_LINE = 16

/** Programs break base64 into lines of 60 characters and more. */
const LINE_OF_BASE64 = 59

function wrapped(form: string): string {
  return Array.from(form, escaped).join("(?:\\r?\\n)?")
}

/** `%2f` for `%2F`. */
function lowerEscapes(text: string): string {
  return text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
}

/** Letters and digits. */
function isPlainByte(byte: number): boolean {
  return /[A-Za-z0-9]/.test(String.fromCharCode(byte))
}

function percents(bytes: Uint8Array, isEncoded: (byte: number) => boolean): string {
  const spelled = (byte: number) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`
  return Array.from(bytes, (byte) => (isEncoded(byte) ? spelled(byte) : String.fromCharCode(byte))).join("")
}

/** Half of a pair has no such form. */
function percentEncoded(value: string): string {
  try {
    return encodeURIComponent(value)
  } catch {
    return value
  }
}

/** Only the letters that these bytes alone decide, `before` other bytes: as in base64 of "user:password". */
function base64Of(bytes: Uint8Array, before: number): string {
  const all = btoa(String.fromCharCode(...new Uint8Array(before), ...bytes))
  return all.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")
}
