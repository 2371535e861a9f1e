// Finds lone surrogates and NUL in text: no provider's JSON parser accepts the former, and some refuse the latter.

/** Checks any value that is sent, including its keys. */
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
