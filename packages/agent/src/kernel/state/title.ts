// The title of a session: the one a person gave, else the first words of its input.

/** In characters, for given and derived titles alike. */
export const MAX_TITLE_CHARS = 200

/** How many characters of the first input the session list keeps. */
export const PREVIEW_CHARS = 100

/** `preview`: the first words of the input, perhaps cut in the middle of a word. */
export function titleOf(own: string | null, preview: string): string | null {
  if (own !== null) return own
  const line = preview.trim().replace(/\s+/g, " ")
  if (line === "") return null
  // The added character stands for the text that was cut off.
  return preview.length < PREVIEW_CHARS || /\s$/.test(preview) ? line : cutAtWord(`${line}-`, line.length)
}

/** A single word that is too long is cut within the word. */
export function cutAtWord(line: string, most: number): string {
  if (line.length <= most) return line
  const end = line.slice(0, most + 1).search(/\s\S*$/)
  return line
    .slice(0, end > 0 ? end : most)
    .toWellFormed()
    .trimEnd()
}
