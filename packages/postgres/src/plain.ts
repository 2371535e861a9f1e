// PostgreSQL's texts hold every character but NUL, and no half of a surrogate pair.

/** For words that people read. JSON needs no change: it has both as escapes. */
export function plain(text: string): string {
  return text.isWellFormed() && !text.includes("\0") ? text : text.toWellFormed().replaceAll("\0", "\u{fffd}")
}

export function plainOrNull(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : plain(text)
}
