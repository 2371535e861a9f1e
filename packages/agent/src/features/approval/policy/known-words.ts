// Whether the words of a command are known to do nothing but look, and which paths they name.
import { KNOWN_PROGRAMS, type Known } from "./known-programs.ts"
import { isSmallPattern } from "./pattern-size.ts"
import type { Passed } from "./secret-files.ts"

export interface KnownWords {
  /** What may be a path, as it was written. */
  readonly paths: readonly string[]
  /** All words but search patterns; some are among the paths as well. */
  readonly others: readonly string[]
  readonly isGit: boolean
  /** The command reads everything in its folders except this. */
  readonly searches?: Passed
}

/** Undefined for everything that is not known: the caller must then ask for an approval. */
export function knownWords(words: readonly string[]): KnownWords | undefined {
  const [program = "", first = ""] = words
  const isGit = program === "git"
  const name = isGit ? `git ${first}` : program
  const known = Object.hasOwn(KNOWN_PROGRAMS, name) ? KNOWN_PROGRAMS[name] : undefined
  if (known === undefined) return undefined
  const read = readWords(words.slice(isGit ? 2 : 1), known)
  const paths = read && pathsOf(read, known)
  if (read === undefined || paths?.every((each) => isPlainOperand(each, known)) !== true) return undefined
  const patterns = patternsOf(read, known)
  const others = words.filter((word) => !patterns.includes(word))
  return { paths, others, isGit, ...(searchesFolders(words, known) && { searches: passedBy(words) }) }
}

/** A false positive does no harm: a value may look like such an option. */
function searchesFolders(words: readonly string[], { searches }: Known): boolean {
  return searches !== undefined && words.some((word) => searches.test(word))
}

/** By grep's rules: only files with these endings, where no other option decides; and folders by their whole names. */
function passedBy(words: readonly string[]): Passed {
  const valuesOf = (option: string) =>
    words.filter((word) => word.startsWith(option)).map((word) => word.slice(option.length))
  const endings = valuesOf("--include=").map((pattern) => /^\*(\.[\w.-]+)$/.exec(pattern)?.[1])
  const isPlain = endings.every((each) => each !== undefined) && valuesOf("--exclude=").length === 0
  const folders = valuesOf("--exclude-dir=").filter((pattern) => /^[\w.-]+$/.test(pattern))
  return { folders, ...(endings.length > 0 && isPlain && { endings }) }
}

interface Read {
  readonly operands: readonly string[]
  /** For grep: the words by which options gave patterns. */
  readonly patterns: readonly string[]
}

/** Options count wherever they stand until "--", as in GNU programs and git. */
function readWords(words: readonly string[], known: Known): Read | undefined {
  const operands: string[] = []
  const patterns: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ""
    if (word === "--") return { operands: [...operands, ...words.slice(at + 1)], patterns }
    if (!word.startsWith("-") || word === "-") {
      operands.push(word)
      continue
    }
    const taken = word.startsWith("--") ? longWords(word, known) : shortWords(word, words[at + 1], known)
    if (taken === undefined) return undefined
    // In programs whose options end at the first operand, the next word is a path.
    if (taken.more > 0 && operands.length > 0) operands.push(words[at + 1] ?? "")
    if (taken.letter === "e" || word.startsWith("--regexp=")) patterns.push(words[at + taken.more] ?? "")
    at += taken.more
  }
  return { operands, patterns }
}

interface Taken {
  /** How many of the following words belong to it. */
  readonly more: number
  readonly letter?: string
}

function longWords(word: string, { long = [], longValued = {} }: Known): Taken | undefined {
  const [, name = word, value] = /^(--[a-z0-9-]+)=([\s\S]*)$/.exec(word) ?? []
  if (value === undefined) return long.includes(word) ? { more: 0 } : undefined
  return Object.hasOwn(longValued, name) && longValued[name]?.test(value) === true ? { more: 0 } : undefined
}

function shortWords(word: string, next: string | undefined, known: Known): Taken | undefined {
  if (known.count === true && /^-\d{1,9}$/.test(word)) return { more: 0 }
  const { letters = "", valued = {} } = known
  for (let at = 1; at < word.length; at++) {
    const letter = word.charAt(at)
    if (letters.includes(letter)) continue
    const fits = Object.hasOwn(valued, letter) ? valued[letter] : undefined
    if (fits === undefined) return undefined
    const rest = word.slice(at + 1)
    // An option that may stand without a value takes none from the next word.
    if (rest !== "" || fits.test("")) return fits.test(rest) ? { more: 0, letter } : undefined
    return next !== undefined && fits.test(next) ? { more: 1, letter } : undefined
  }
  return { more: 0 }
}

function pathsOf({ operands, patterns }: Read, { operands: kind }: Known): readonly string[] | undefined {
  if (kind === "none") return operands.length === 0 ? operands : undefined
  if (kind !== "pattern, paths" || patterns.length > 0) return operands
  const [pattern, ...paths] = operands
  return pattern !== undefined && isSmallPattern(pattern) ? paths : undefined
}

function patternsOf({ operands, patterns }: Read, { operands: kind }: Known): readonly string[] {
  if (kind !== "pattern, paths") return []
  // A pattern behind "--" may look like an option that stands before it.
  return patterns.length > 0 ? patterns : operands.slice(0, 1).filter((word) => !word.startsWith("-"))
}

/**
 * A path below the folder it is used in, by its name alone; or a revision. A shell expands "~", git interprets words
 * that begin with ":" or contain "{}", and "-" means standard input.
 */
function isPlainOperand(word: string, { operands }: Known): boolean {
  if (word === "" || word === "-" || word.length > 1000 || /^[/~:!]|[\n\0\\]/.test(word)) return false
  if (word.split("/").includes("..") || /=.*~/.test(word)) return false
  return operands !== "revisions, paths" || /^[\w.@^+,/ -](?:[\w.@^~+,:/ -]|@\{\d{1,6}\})*$/.test(word)
}
