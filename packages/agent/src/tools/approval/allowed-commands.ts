// Which commands somebody allowed, by their words. A rule is the command itself; more words than it has are covered only
// where the program is known to do nothing but look with them. "git status" allows "git status -s", and "git status | head"
// only if head is allowed too; it never allows "git status; rm x". "make test" allows "make test", not "make test deploy".
// One that ends in " $" is the whole line.
import { staysInside } from "./harmless-lines.ts"
import { knownWords } from "./known-words.ts"
import { readShellLine } from "./shell-words.ts"

/** `allowed`: commands by their first words; one that ends in " $" must be the whole line. `root`: where it is run. */
export function isAllowedCommand(line: string, allowed: readonly string[], root?: string): boolean {
  // What is the same to the letter does the same, however it would be read.
  if (allowed.some((rule) => isWhole(rule) && wholeOf(rule) === line.trim())) return true
  const read = readShellLine(line)
  if (read.kind === "unclear") return false
  const rules = allowed.map(wordsOf)
  return read.commands.every((words) => rules.some((rule) => matches(words, rule, root)))
}

/** A rule for this line and no other. */
export function wholeRule(line: string): string {
  return `${line.trim()}${WHOLE}`
}

/** Why the rule allows nothing that anybody would write; undefined when it can. */
export function commandRuleProblem(rule: string): string | undefined {
  if (rule.trim() === "" || rule.trim() === "$") return "it names no command"
  if (isWhole(rule)) return undefined
  const read = readShellLine(rule)
  if (read.kind === "unclear") return read.why
  return read.commands.length === 1 ? undefined : "it joins several commands, and each has to be allowed by itself"
}

const WHOLE = " $"

function isWhole(rule: string): boolean {
  return rule.trimEnd().endsWith(WHOLE)
}

function wholeOf(rule: string): string {
  return rule.trimEnd().slice(0, -WHOLE.length).trim()
}

interface Rule {
  readonly words: readonly string[]
  readonly isWhole: boolean
}

function wordsOf(rule: string): Rule {
  return isWhole(rule)
    ? { words: wholeOf(rule).split(/\s+/), isWhole: true }
    : { words: rule.trim().split(/\s+/), isWhole: false }
}

function matches(words: readonly string[], { words: rule, isWhole: isAll }: Rule, root: string | undefined): boolean {
  if (rule[0] === "" || (isAll && rule.length !== words.length)) return false
  if (!rule.every((word, place) => words[place] === word)) return false
  // What the rule itself names was seen by whoever wrote it.
  if (words.length === rule.length) return true
  const known = knownWords(words)
  return known !== undefined && (root === undefined || staysInside(root, known))
}
