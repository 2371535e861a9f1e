// Whether a text has more quotes or lists in each other than a reader of Markdown can take: each level is read again, and the
// stack ends at a thousand or two.

const MARK = String.raw`[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])`
const TOO_DEEP = new RegExp(`^(?:${MARK}){100}`, "m")

export function isTooDeep(text: string): boolean {
  return TOO_DEEP.test(text)
}
