// Text of models and tools with the signs that hide or reorder it written out: what is approved must be what is read.

/** Control signs, and those that change the direction of text or take no room. Joiners belong to words and emoji. */
const HIDDEN =
  /(?![\t\n])[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2028\u2029\u2060-\u2069\ufeff\ufff9-\ufffb]/gu

export function visible(text: string): string {
  return text.replace(HIDDEN, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`)
}
