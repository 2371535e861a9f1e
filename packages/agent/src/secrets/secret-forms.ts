// The forms in which a secret may appear: plain, encoded, line by line, byte by byte.

export const MIN_SECRET_CHARS = 6

/** Replaces a secret. */
export const HIDDEN = "[redacted]"

/** Whether it can be told from other text: "ollama" as the key of a server without keys is an ordinary word. */
export function isRecognisable(secret: string): boolean {
  return (
    secret.length >= MIN_SECRET_CHARS && !(secret.length < MAX_WORD_CHARS && /^[A-Z]?(?:[a-z]+|[A-Z]+)$/.test(secret))
  )
}

const MAX_WORD_CHARS = 16

export interface SecretForms {
  /** Forms to search for literally. */
  readonly literal: readonly string[]
  /** The secret's bytes in hex. */
  readonly hex: string
  /** The secret's bytes in UTF-16. */
  readonly wide: readonly Uint8Array[]
}

/** Plain, in JSON (also JSON in JSON), in a URL, in base64 at any offset, in hex; and each of its long lines. */
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
    // Some programs percent-encode more than they have to.
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

/** UTF-16, as in some documents. */
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

/** Half of a surrogate pair cannot be encoded. */
function percentEncoded(value: string): string {
  try {
    return encodeURIComponent(value)
  } catch {
    return value
  }
}

/** The base64 letters that depend only on these bytes, after `before` other bytes: as in base64 of "user:password". */
function base64Of(bytes: Uint8Array, before: number): string {
  const all = btoa(String.fromCharCode(...new Uint8Array(before), ...bytes))
  return all.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
}

export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")
}
