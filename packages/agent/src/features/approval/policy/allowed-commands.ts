// Which commands a user has granted, by their words. A rule is the command itself; a longer command is covered only
// where the program is known to do nothing but look with the additional words. "git status" allows "git status -s", and
// "git status | head" only if head is allowed too; it never allows "git status; rm x". "make test" allows "make test",
// not "make test deploy". A rule that ends in " $" is the whole line, byte for byte, and covers no other line: it is
// not parsed into words.
import { isGraveCommand } from "./command-options.ts"
import { staysInside } from "./harmless-lines.ts"
import { knownWords } from "./known-words.ts"
import { readShellLine } from "./shell-words.ts"

/** `allowed`: commands by their first words; one that ends in " $" must be the whole line. `root`: where it is run. */
export function isAllowedCommand(line: string, allowed: readonly string[], root?: string): boolean {
  // An identical line does the same, however it would be parsed.
  if (allowed.some((rule) => isWhole(rule) && wholeOf(rule) === trimmed(line))) return true
  const read = readShellLine(line)
  if (read.kind === "unclear") return false
  const rules = allowed.flatMap(wordsOf)
  return read.commands.every((words) => rules.some((rule) => matches(words, rule, root)))
}

/** A rule that allows this line and no other. */
export function wholeRule(line: string): string {
  return `${trimmed(line)}${WHOLE}`
}

/** Why the rule can never allow a command; undefined when it can. */
export function commandRuleProblem(rule: string): string | undefined {
  if (rule.trim() === "" || rule.trim() === "$") return "it names no command"
  if (isWhole(rule)) return undefined
  const read = readShellLine(rule)
  if (read.kind === "unclear") return read.why
  return read.commands.length === 1 ? undefined : "it joins several commands, and each has to be allowed by itself"
}

const WHOLE = " $"

function isWhole(rule: string): boolean {
  return trimmed(rule).endsWith(WHOLE)
}

function wholeOf(rule: string): string {
  return trimmed(trimmed(rule).slice(0, -WHOLE.length))
}

/**
 * Without the blanks that a shell ignores at both ends. Other spaces are part of a name, and so is one behind a
 * backslash.
 */
function trimmed(line: string): string {
  let [from, to] = [0, line.length]
  while (from < to && isBlank(line.charAt(from))) from++
  while (to > from && isBlank(line.charAt(to - 1)) && line.charAt(to - 2) !== "\\") to--
  return line.slice(from, to)
}

function isBlank(sign: string): boolean {
  return sign === " " || sign === "\t" || sign === "\n"
}

/**
 * The rule's words as a shell parses them; none for a rule that a shell might parse differently, nor for a whole-line
 * rule.
 */
function wordsOf(rule: string): readonly (readonly string[])[] {
  const read = isWhole(rule) ? undefined : readShellLine(rule)
  return read?.kind === "commands" && read.commands.length === 1 ? read.commands : []
}

function matches(words: readonly string[], rule: readonly string[], root: string | undefined): boolean {
  if (!rule.every((word, place) => words[place] === word)) return false
  // The author of the rule saw every word that it names.
  if (words.length === rule.length) return true
  const known = isGraveCommand(words) ? undefined : knownWords(words)
  return known !== undefined && (root === undefined || staysInside(root, known))
}
