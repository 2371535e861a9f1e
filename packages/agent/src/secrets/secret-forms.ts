// The forms that a secret takes on its way: as it is written, encoded, in lines, byte by byte.

export const MIN_SECRET_CHARS = 6

/** What stands where one was. */
export const HIDDEN = "[redacted]"

/** Whether it can be told from other text: "ollama" for a server that wants no key is a word like others, and stands in many. */
export function isTelling(secret: string): boolean {
  return (
    secret.length >= MIN_SECRET_CHARS && !(secret.length < MAX_WORD_CHARS && /^[A-Z]?(?:[a-z]+|[A-Z]+)$/.test(secret))
  )
}

const MAX_WORD_CHARS = 16

export interface SecretForms {
  /** To the letter. */
  readonly literal: readonly string[]
  /** Its bytes in hex. */
  readonly hex: string
  /** In bytes that are no text in UTF-8. */
  readonly wide: readonly Uint8Array[]
}

/** As it is, in JSON (also in JSON in JSON), in an address, in base64 wherever it begins, in hex; and each long line of it. */
export function formsOf(value: string): SecretForms {
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
  const literal = [...new Set(forms)].filter((form) => form.length >= MIN_SECRET_CHARS)
  return { literal, hex, wide: [wideOf(value, true), wideOf(value, false)] }
}

const LONG_LINE = 16

/** In UTF-16, as documents have it. */
function wideOf(value: string, isLittle: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(value.length * 2))
  for (let at = 0; at < value.length; at++) view.setUint16(at * 2, value.charCodeAt(at), isLittle)
  return new Uint8Array(view.buffer)
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

export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")
}
