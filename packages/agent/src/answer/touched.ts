// Which listed things a later call is about, and whether one call was for all of them.
import type { Deed } from "./deeds.ts"
import type { Item } from "./items.ts"

export function touches({ named }: Pick<Deed, "named">, { keys: [whole = "", ...words] }: Item): boolean {
  if (whole.length >= 5 ? named.includes(whole) : hasWord(named, whole)) return true
  return words.some((word) => hasWord(named, word))
}

/** Not in the middle of another word; a name may stand before its ending. */
export function hasWord(text: string, word: string): boolean {
  if (word === "") return false
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? " ") && !/[\p{L}\p{N}]/u.test(text[at + word.length] ?? " ")) return true
  }
  return false
}

/** One call for the whole list: a glob, a loop, the same folder or query again, the list's own file. */
export function takesAll(deed: Deed, listing: Deed): boolean {
  if (deed.doing === "check") return false
  if (loops(deed) || /bulk|batch|_all\b|all_/.test(deed.call.name.toLowerCase())) return true
  if (deed.doing === "look" || deed.call.name === listing.call.name) return false
  return deed.values.some((value) => value.length > 1 && listing.values.includes(value))
}

export function loops({ isCommand, said }: Deed): boolean {
  return isCommand && LOOPS.test(said)
}

const LOOPS =
  /[/\s"'][\w.-]*\*|\bfor \w+ in\b|\bxargs\b|-exec\b|-delete\b|\bwhile read\b|\b(?:python3?|node|ruby|perl|bash|sh) [\w./-]+\.\w+/

/** Files of one kind belong together: a note among pictures is no picture that was forgotten. */
export function kindOf({ label }: Item): string {
  return /\.([\p{L}\p{N}]{1,5})(?::\d+)?$/u.exec(label)?.[1]?.toLowerCase() ?? (label.endsWith("/") ? "/" : "")
}

/** How the work went over a list. */
export interface Spread {
  readonly items: readonly Item[]
  readonly touched: readonly Item[]
  /** Call by call, one thing each; one call that names several has chosen them. */
  readonly isOneByOne: boolean
  /** From the top or the bottom without a gap, as work goes that is broken off. */
  readonly isRun: boolean
}

export function spreadOf(items: readonly Item[], later: readonly Deed[]): Spread {
  const hits = later.map((deed) => items.filter((item) => touches(deed, item)))
  const marks = items.map((item) => hits.some((hit) => hit.includes(item)))
  const [first, last] = [marks.indexOf(true), marks.lastIndexOf(true)]
  const isWhole = marks.slice(first, last + 1).every((mark) => mark)
  return {
    items,
    touched: items.filter((_, index) => marks[index]),
    isOneByOne: hits.some((hit) => hit.length === 1),
    isRun: isWhole && (first === 0 || last === items.length - 1),
  }
}
