// Which listed things a later call is about, and whether one call was for all of them.
import type { Deed } from "./deeds.ts"
import type { Item } from "./items.ts"

export function touches(
  { named, values = [] }: Pick<Deed, "named"> & Partial<Pick<Deed, "values">>,
  { keys: [whole = "", ...words], id }: Item,
): boolean {
  if (id !== undefined && values.includes(id)) return true
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

export function loops({ isCommand, said }: Deed): boolean {
  return isCommand && LOOPS.test(said)
}

const LOOPS =
  /[/\s"'][\w.-]*\*|\bfor \w+ in\b|\bxargs\b|-exec\b|-delete\b|\bwhile read\b|\b(?:python3?|node|ruby|perl|bash|sh) [\w./-]+\.\w+/

/** Files of one kind belong together: a note among pictures is no picture that was forgotten. */
export function kindOf({ label }: Item): string {
  return /\.([\p{L}\p{N}]{1,5})(?::\d+)?$/u.exec(label)?.[1]?.toLowerCase() ?? (label.endsWith("/") ? "/" : "")
}
