// The folders that a command line searched. Used afterwards to find out what may have been read, so an uncertain line
// counts as searching more than it does.
import { statSync } from "node:fs"
import { join } from "node:path"
import { knownWords } from "./known-words.ts"
import type { Passed } from "./secret-files.ts"
import { programOf, readShellLine } from "./shell-words.ts"

export interface Searched {
  /** Relative to the root. */
  readonly folder: string
  readonly passed: Passed
}

export function foldersSearched(line: string, root: string): readonly Searched[] {
  const read = readShellLine(line)
  // A line that cannot be parsed with certainty is split into words.
  const commands =
    read.kind === "commands" ? read.commands : line.split(/[;|&()`\n]+/).map((each) => each.split(/[\s"']+/))
  return commands.flatMap((words) => {
    const known = knownWords(words)
    if (known === undefined && !isSearch(words)) return []
    if (known !== undefined && known.searches === undefined) return []
    const folders = words.slice(0, MAX_WORDS).filter((word) => isFolder(root, word))
    const isAll = folders.length === 0 || words.length > MAX_WORDS
    return (isAll ? ["."] : folders).map((folder) => ({ folder, passed: known?.searches ?? {} }))
  })
}

const MAX_WORDS = 500

function isSearch(words: readonly string[]): boolean {
  return words.some((word, at) => {
    const program = programOf(word)
    if (ALWAYS.has(program)) return true
    return GREP.has(program) && words.slice(at + 1).some((option) => RECURSIVE.test(option))
  })
}

const ALWAYS: ReadonlySet<string> = new Set(["rg", "ag", "ack", "ugrep", "rgrep"])
const GREP: ReadonlySet<string> = new Set(["grep", "egrep", "fgrep", "zgrep"])
const RECURSIVE = /^-[a-zA-Z0-9]*[rR]|^--(?:dereference-)?rec|^--directories=rec|^-d$|^-drec/

function isFolder(root: string, word: string): boolean {
  if (word === "" || word.startsWith("-") || word.length > 1000) return false
  try {
    return statSync(join(root, word)).isDirectory()
  } catch {
    return false
  }
}
