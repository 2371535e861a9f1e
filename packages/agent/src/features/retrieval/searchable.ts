// Prepares text for the index, and words for a query. Both must split words in the same way. Pure.

/** These scripts have no spaces: every two adjacent characters are a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu
const HAS_UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const WORD = /[\p{L}\p{N}\p{M}]+/gu
/** "sessionHost", "HTTPServer". */
const CAMEL_CASE = /(?<![\p{L}\p{N}])(?:\p{Lu}*[\p{Ll}\p{N}]+\p{Lu}|\p{Lu}{2,}\p{Ll})[\p{L}\p{N}]*/gu
const PARTS = /\p{Lu}?[\p{Ll}\p{N}]+|\p{Lu}+(?!\p{Ll})/gu

/** SQLite does the rest: it splits at everything that is no letter or digit, and ignores case and accents. */
export function searchable(text: string): string {
  const spaced = pairsApart(text.normalize("NFC")).replaceAll("ß", "ss")
  // "sessionHost" is found by "host" as well as by its whole name.
  const parts = [...new Set(spaced.match(CAMEL_CASE))].flatMap((name) => name.match(PARTS) ?? [])
  return parts.length === 0 ? spaced : `${spaced}\n${parts.join(" ")}`
}

export function wordsIn(text: string): readonly string[] {
  return pairsApart(text.normalize("NFC")).match(WORD) ?? []
}

export function isUnspaced(word: string): boolean {
  return HAS_UNSPACED.test(word)
}

function pairsApart(text: string): string {
  if (!HAS_UNSPACED.test(text)) return text
  return text.replaceAll(UNSPACED, (run) => ` ${pairs([...run]).join(" ")} `)
}

function pairs(letters: readonly string[]): readonly string[] {
  if (letters.length < 2) return letters
  return letters.slice(1).map((letter, place) => `${letters[place]}${letter}`)
}
