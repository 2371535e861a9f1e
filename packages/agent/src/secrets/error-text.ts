// What an error says to people and models, without what it knows of the inside: secrets, addresses, places on this machine
// and lines of a stack. All of it is for the log file. No pattern may look further than the text is long, all told.
import { redact } from "./redact.ts"

export interface Around {
  /** Paths in here may be told: whoever reads the error works there. */
  readonly roots?: readonly string[]
  /** What whoever reads it wrote itself: an address or a path in it is no news. */
  readonly known?: readonly string[]
}

const MAX_CHARACTERS = 500

/** Of a turn, or of a request to a model: stored, and shown to whoever asked. */
export function errorText(message: string): string {
  return shorten(redact(withoutAddresses(message)), MAX_CHARACTERS)
}

/** Of a tool: the model reads it, and decides what to do next. */
export function toolErrorText(message: string, around: Around = {}): string {
  return redact(withoutPaths(withoutAddresses(withoutStack(message), around), around))
}

export function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
}

const ADDRESS = /(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,15}:\/\/[^\s"'<>`]+/g
/** What ends a sentence, or closes a bracket around the address, is not part of it. */
const AFTER_ADDRESS = /[),.;:!?\]}…]+$/

function withoutAddresses(text: string, { known = [] }: Around = {}): string {
  return text.replace(ADDRESS, (found) => {
    const after = AFTER_ADDRESS.exec(found)?.[0] ?? ""
    const address = found.slice(0, found.length - after.length)
    // A file is a path, and looked at as one.
    if (/^file:/i.test(address) || known.some((words) => words.includes(address))) return found
    return `[url]${after}`
  })
}

/** Quoted, so that it may have blanks in it; or of two names at least, so that "and/or" and "/v1" are none. */
const PATHS = [
  /(?<=["'`])(?:file:\/\/)?(?:~?\/|[A-Za-z]:[\\/]|\\\\)[^"'`\r\n]*(?=["'`])/g,
  /(?<![\w.~:/\\-])(?:file:\/\/)?(?:~|[A-Za-z]:)?[\\/]{1,2}[^\s"'`<>|:;,()[\]{}\\/]+(?:[\\/]+[^\s"'`<>|:;,()[\]{}\\/]+)+[\\/]?(?::\d+)*/g,
  /(?<![\w.~:/\\-])~\/[^\s"'`<>|:;,()[\]{}]+/g,
]

function withoutPaths(text: string, { roots = [], known = [] }: Around): string {
  return PATHS.reduce((clean, pattern) => clean.replace(pattern, shown), text)

  function shown(found: string): string {
    const end = /\.+$/.exec(found)?.[0] ?? ""
    const path = found.slice(0, found.length - end.length).replace(/^file:\/\//i, "")
    const isNear = roots.some((root) => isIn(path, root))
    const isKnown = known.some((words) => words.includes(path) || (words.length > 1 && isIn(path, words)))
    return isNear || isKnown ? found : `[path]${end}`
  }
}

function isIn(path: string, folder: string): boolean {
  const root = folder.replace(/[\\/]+$/, "")
  if (root === "" || !path.startsWith(root)) return false
  const next = path[root.length]
  return (
    (next === undefined || next === "/" || next === "\\" || next === ":") && !/(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path)
  )
}

/** JavaScript and Java; Python. With them goes what only announces them. */
const STACK_LINES = [
  /^\s*at\s.*\((?:.*:\d+|<anonymous>|native|Native Method|Unknown Source)\)\s*$/,
  /^\s*at\s+(?:async\s+)?(?:file:\/\/|node:|[A-Za-z]:[\\/]|\/).*:\d+\s*$/,
  /^\s*File ".*", line \d+/,
  /^\s*Traceback \(most recent call last\):\s*$/,
  /^\s*\.\.\. \d+ more\s*$/,
]

function withoutStack(text: string): string {
  if (!text.includes("\n")) return text
  let isQuoting = false
  const kept = text.split("\n").filter((line) => {
    // Python shows the line of code, and marks a place in it.
    const isQuoted = isQuoting && /^\s{4,}\S/.test(line)
    const isStack = STACK_LINES.some((pattern) => pattern.test(line))
    isQuoting = isQuoted || /^\s*File "/.test(line)
    return !isStack && !isQuoted
  })
  return kept.join("\n").trimEnd()
}
