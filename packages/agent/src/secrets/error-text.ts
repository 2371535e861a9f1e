// Cleans error messages for people and models: removes secrets, URLs, paths of this machine and stack lines. The log file
// gets the full message. Every pattern must run in linear time.
import { redact } from "./redact.ts"

export interface Around {
  /** Paths inside these folders stay: the reader works there. */
  readonly roots?: readonly string[]
  /** Texts that the reader wrote: URLs and paths in them stay. */
  readonly known?: readonly string[]
}

const MAX_CHARACTERS = 500

/** For the error of a turn or of a request to a model: it is stored, and shown to the user. */
export function errorText(message: string): string {
  return shorten(redact(withoutAddresses(message)), MAX_CHARACTERS)
}

/** For the error of a tool: the model reads it and decides what to do next. */
export function toolErrorText(message: string, around: Around = {}): string {
  return redact(withoutPaths(withoutAddresses(withoutStack(message), around), around))
}

export function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
}

const ADDRESS = /(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,15}:\/\/[^\s"'<>`]+/g
/** Punctuation after the URL, or a closing bracket around it, is not part of it. */
const AFTER_ADDRESS = /[),.;:!?\]}…]+$/

function withoutAddresses(text: string, { known = [] }: Around = {}): string {
  return text.replace(ADDRESS, (found) => {
    const after = AFTER_ADDRESS.exec(found)?.[0] ?? ""
    const address = found.slice(0, found.length - after.length)
    // A file URL is treated as a path.
    if (/^file:/i.test(address) || known.some((words) => words.includes(address))) return found
    return `[url]${after}`
  })
}

/** Quoted paths may contain blanks. Others need at least two names, so that "and/or" and "/v1" do not match. */
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

/** Stack lines of JavaScript, Java and Python, and the lines that introduce them. */
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
    // Python shows the line of code and marks a place in it.
    const isQuoted = isQuoting && /^\s{4,}\S/.test(line)
    const isStack = STACK_LINES.some((pattern) => pattern.test(line))
    isQuoting = isQuoted || /^\s*File "/.test(line)
    return !isStack && !isQuoted
  })
  return kept.join("\n").trimEnd()
}
