// Truncates text.

/** The first characters, without half of a surrogate pair. */
export function cut(text: string, length: number): string {
  const last = text.charCodeAt(length - 1)
  const splitsPair = length < text.length && last >= 0xd800 && last <= 0xdbff
  return text.slice(0, splitsPair ? length - 1 : length)
}

export function count(number: number): string {
  return number.toLocaleString("en-US")
}
