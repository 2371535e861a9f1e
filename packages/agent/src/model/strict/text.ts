// Half characters and NUL: no provider's JSON reader takes the one, and some refuse the other.

/** Of any value that is sent, its keys included. */
export function textObjections(value: unknown, at: string): readonly string[] {
  if (typeof value === "string") return objectionsTo(value, at)
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => [
    ...objectionsTo(key, `${at}: a name`),
    ...textObjections(each, `${at}.${key.toWellFormed().slice(0, 40)}`),
  ])
}

function objectionsTo(text: string, at: string): readonly string[] {
  return [...(text.isWellFormed() ? [] : [`${at}: half a character`]), ...(text.includes("\0") ? [`${at}: NUL`] : [])]
}
