// Which commands run without asking: a list of beginnings in words. "git status" allows "git status -s" and "git status |
// head" only if head is allowed too; it never allows "git status; rm x".
import { readShellLine } from "./shell-words.ts"

/** Only looks, whatever options it is given. */
export const HARMLESS_COMMANDS: readonly string[] = ["pwd", "ls", "git status", "git log", "git diff --stat"]

/** `allowed`: commands by their first words; one that ends in " $" must be the whole command. */
export function isAllowedCommand(line: string, allowed: readonly string[]): boolean {
  const read = readShellLine(line)
  if (read.kind === "unclear") return false
  const rules = allowed.map(wordsOf)
  return read.commands.every((words) => rules.some((rule) => matches(words, rule)) && !words.some(isRisky))
}

interface Rule {
  readonly words: readonly string[]
  readonly isWhole: boolean
}

function wordsOf(rule: string): Rule {
  const words = rule.trim().split(/\s+/)
  return words.at(-1) === "$" ? { words: words.slice(0, -1), isWhole: true } : { words, isWhole: false }
}

function matches(words: readonly string[], { words: rule, isWhole }: Rule): boolean {
  if (rule.length === 0 || (isWhole && rule.length !== words.length)) return false
  return rule.every((word, place) => words[place] === word)
}

/** Options by which harmless commands write files or run others: git log --output=x, git -c alias..., ls --hyperlink is fine. */
function isRisky(word: string): boolean {
  return /^--(?:output|exec|ext-diff|textconv|upload-pack|receive-pack|open-files-in-pager)(?:=|$)/.test(word)
}
