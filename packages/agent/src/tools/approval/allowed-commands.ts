// Which commands run without asking: a list of beginnings in words. "git status" allows "git status -s" and "git status |
// head" only if head is allowed too; it never allows "git status; rm x". One that ends in " $" is the whole line.
import { isTelling } from "./command-options.ts"
import { readShellLine } from "./shell-words.ts"

/** Only looks, whatever options it is given. */
export const HARMLESS_COMMANDS: readonly string[] = ["pwd", "ls", "git status", "git log", "git diff", "git show"]

/** `allowed`: commands by their first words; one that ends in " $" must be the whole line. */
export function isAllowedCommand(line: string, allowed: readonly string[]): boolean {
  // What is the same to the letter does the same, however it would be read.
  if (allowed.some((rule) => isWhole(rule) && wholeOf(rule) === line.trim())) return true
  const read = readShellLine(line)
  if (read.kind === "unclear") return false
  const rules = allowed.map(wordsOf)
  return read.commands.every((words) => rules.some((rule) => matches(words, rule)))
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

function matches(words: readonly string[], { words: rule, isWhole: isAll }: Rule): boolean {
  if (rule[0] === "" || (isAll && rule.length !== words.length)) return false
  if (!rule.every((word, place) => words[place] === word)) return false
  // What the rule itself names was seen by whoever wrote it.
  return !words.slice(rule.length).some((word) => isTelling(words[0] ?? "", word))
}
