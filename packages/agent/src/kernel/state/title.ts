// What a session is called: as a person said, else by the first words that were said to it.

/** In characters, whoever gave it. */
export const MAX_TITLE_CHARS = 200

/** How much of what was said first the list of sessions keeps. */
export const PREVIEW_CHARS = 100

/** `preview`: the first words, perhaps cut in the middle of one. */
export function titleOf(own: string | null, preview: string): string | null {
  if (own !== null) return own
  const line = preview.trim().replace(/\s+/g, " ")
  if (line === "") return null
  // The character more stands for what was cut off.
  return preview.length < PREVIEW_CHARS || /\s$/.test(preview) ? line : cutAtWord(`${line}-`, line.length)
}

/** One word that is too long is cut where it must be. */
export function cutAtWord(line: string, most: number): string {
  if (line.length <= most) return line
  const end = line.slice(0, most + 1).search(/\s\S*$/)
  return line
    .slice(0, end > 0 ? end : most)
    .toWellFormed()
    .trimEnd()
}
