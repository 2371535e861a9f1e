// Compares tool names. Running the wrong tool is worse than asking again, so only spelling counts: "remove_file" does
// not match "move_file", however many letters they share.
import { distance } from "../base/nearest.ts"
import { wordsIn } from "../base/words-in.ts"

/** Equal except for case, separators and word boundaries. */
export function isSpelledAlike(asked: string, name: string): boolean {
  return isPlain(asked) && isPlain(name) && wordsIn(asked).join("") === wordsIn(name).join("")
}

/** `wordsIn` drops other letters and signs, and they may be the only difference. */
function isPlain(name: string): boolean {
  return /^[\w .:/-]+$/.test(name)
}

/**
 * Equal except for case and separators, a plural, or one letter inside a long word. Digits and short words must match:
 * they distinguish tools.
 */
export function isMisspelled(asked: string, name: string): boolean {
  if (!isPlain(asked) || !isPlain(name)) return false
  const [a, b] = [singular(asked), singular(name)]
  if (a.join("") === b.join("")) return true
  if (a.length !== b.length) return false
  const pairs = a.map((word, index) => [word, b[index] ?? ""] as const).filter(([one, other]) => one !== other)
  return pairs.length === 1 && pairs.every(([one, other]) => isSlip(one, other))
}

function isSlip(one: string, other: string): boolean {
  const isLong = [one, other].every((word) => /^[a-z]{5,}$/.test(word))
  return isLong && one[0] === other[0] && distance(one, other) === 1
}

function singular(name: string): readonly string[] {
  return wordsIn(name).map((word) => word.replace(/(?<=[a-z]{3})s$/, ""))
}
