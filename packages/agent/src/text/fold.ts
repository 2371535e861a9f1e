// Text as searches see it: case and accents do not count, and "ß" is "ss".

/** "Größe" is "grosse", as whoever has no such keys writes it. Its places are not those of the text. */
export function fold(text: string): string {
  return withoutAccents(text).replaceAll("ß", "ss")
}

/**
 * As SQLite sees words. Accents alone: the vowels of Hindi and the parts of a Korean syllable are marks to Unicode, and
 * without them words become others.
 */
export function withoutAccents(text: string): string {
  const small = text.toLowerCase()
  return isAscii(small) ? small : small.normalize("NFD").replaceAll(ACCENTS, "").normalize("NFC")
}

const ACCENTS = /[\u0300-\u036f]/g

/** Many times as fast to look at, and nearly all tools are described in it. */
export function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
  return /^[\x00-\x7f]*$/.test(text)
}
