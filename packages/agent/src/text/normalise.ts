// Normalises text for searches: ignores case and accents, and treats "ß" as "ss".

/** "Größe" becomes "grosse", as it is typed without German keys. Positions differ from those in the original text. */
export function normalise(text: string): string {
  return withoutAccents(text).replaceAll("ß", "ss")
}

/**
 * Normalises words as SQLite does. Removes only accents: Unicode also counts the vowels of Hindi and the parts of a
 * Korean syllable as marks, and without them words become other words.
 */
export function withoutAccents(text: string): string {
  const small = text.toLowerCase()
  return isAscii(small) ? small : small.normalize("NFD").replaceAll(ACCENTS, "").normalize("NFC")
}

const ACCENTS = /[\u0300-\u036f]/g

/** ASCII is many times faster to process, and nearly all tools are described in it. */
export function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
  return /^[\x00-\x7f]*$/.test(text)
}
