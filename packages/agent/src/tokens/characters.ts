// Classifies characters the way tokenizers treat them.

export const SPACE = 0
export const DIGIT = 1
export const MARK = 2
/** Chinese, Japanese, Korean. */
export const WIDE = 3
export const CYRILLIC = 4
/** Scripts that many tokenizers encode byte by byte. */
export const RARE = 5
/** Half of a surrogate pair, mostly emoji. */
export const HALF = 6
/** A Latin letter with an accent. */
export const ACCENT = 7
export const LETTER = 8

export type Kind = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** ASCII characters are distinguished one by one, others only by kind: few enough symbols for a table of all pairs. */
export const SYMBOLS = 128 + 9

export function symbolOf(code: number): number {
  return code < 128 ? code : 128 + kindBeyondAscii(code)
}

export function kindOf(symbol: number): Kind {
  return symbol < 128 ? kindOfAscii(symbol) : ((symbol - 128) as Kind)
}

export function isLetter(kind: Kind): boolean {
  return kind >= ACCENT
}

function kindOfAscii(code: number): Kind {
  if (code <= 32 || code === 127) return SPACE
  if (code >= 48 && code <= 57) return DIGIT
  const small = code | 32
  return small >= 97 && small <= 122 ? LETTER : MARK
}

function kindBeyondAscii(code: number): Kind {
  if (code < 0xc0) return code <= 0xa0 ? SPACE : MARK
  if (code < 0x250) return ACCENT
  if (code < 0x400) return RARE
  if (code < 0x530) return CYRILLIC
  if (code < 0x1e00) return RARE
  if (code < 0x2000) return ACCENT
  if (code < 0x2e80) return MARK
  if (code < 0xd800) return WIDE
  if (code < 0xe000) return HALF
  return (code >= 0xf900 && code < 0xfb00) || (code >= 0xff00 && code < 0xfff0) ? WIDE : RARE
}
