// Parses the command line into options and other words. Refuses unknown options.
import { wrongUsage } from "../failure.ts"
import { nearest } from "./nearest.ts"
import { OPTIONS, type Option, optionNamed } from "./options.ts"

export type Flags = ReadonlyMap<string, string>

export interface Request {
  /** The arguments that are no options. */
  readonly words: readonly string[]
  /** By long name; a switch that is on has an empty value, a repeated option a list with commas. */
  readonly flags: Flags
}

/** `allowed`: long names of the options that are valid here. */
export function parse(words: readonly string[], allowed: readonly string[]): Request {
  const flags = new Map<string, string>()
  const others: string[] = []
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ""
    if (word === "--") return { words: [...others, ...words.slice(index + 1)], flags }
    if (!looksLikeOption(word)) {
      others.push(word)
      continue
    }
    const [name, given] = split(word)
    const option = find(name, allowed)
    const before = flags.get(option.name)
    if (before !== undefined && option.repeatable !== true)
      throw wrongUsage(`--${option.name} is given twice. Give it once.`)
    const { value, taken } = valueFor(option, given, words[index + 1])
    index += taken
    flags.set(option.name, before === undefined ? value : `${before}${option.separator ?? ","}${value}`)
  }
  return { words: others, flags }
}

/** The first word that is no option and no option's value: the command, if there is one. */
export function commandIn(words: readonly string[]): number {
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ""
    if (word === "--") return -1
    if (!looksLikeOption(word)) return index
    const option = named(split(word)[0])
    // It is unknown whether the next word is its value. The parser reports the unknown option.
    if (option === undefined) return -1
    if (option.value !== undefined && !word.includes("=") && takesNext(option, words[index + 1])) index++
  }
  return -1
}

/** A prompt may begin with a dash; an option has no space before its value. */
function looksLikeOption(word: string): boolean {
  return /^--?[A-Za-z][\w-]*(=|$)/.test(word)
}

function split(word: string): readonly [string, string | undefined] {
  const at = word.indexOf("=")
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)]
}

function named(name: string): Option | undefined {
  return name.startsWith("--") ? optionNamed(name.slice(2)) : OPTIONS.find(({ short }) => `-${short}` === name)
}

function find(name: string, allowed: readonly string[]): Option {
  const option = named(name)
  if (option !== undefined && allowed.includes(option.name)) return option
  const renamed = RENAMED[name]
  if (renamed !== undefined) throw wrongUsage(`"${name}" is now "${renamed}". Write "${renamed}" instead.`)
  const meant = nearest(
    name,
    allowed.map((each) => `--${each}`),
  )
  const hint = meant === undefined ? "" : ` Did you mean "${meant}"?`
  const what = option === undefined ? `there is no option "${name}"` : `"${name}" is not an option of this command`
  throw wrongUsage(`${what}.${hint} Run "pawl --help" to see the commands and options.`)
}

/** Options that had another name before. */
const RENAMED: Readonly<Record<string, string>> = {
  "--tool-choice": "--offer",
  "--json-schema": "--output-schema",
}

function takesNext(option: Option, next: string | undefined): boolean {
  return (
    next !== undefined && (!looksLikeOption(next) || (option.optional !== true && named(split(next)[0]) === undefined))
  )
}

function valueFor(option: Option, given: string | undefined, next: string | undefined) {
  if (option.value === undefined) {
    if (given === undefined) return { value: "", taken: 0 }
    throw wrongUsage(`--${option.name} takes no value. Leave out "=${given}".`)
  }
  if (given !== undefined) return { value: checked(option, given), taken: 0 }
  if (takesNext(option, next)) return { value: checked(option, next ?? ""), taken: 1 }
  if (option.optional === true) return { value: "", taken: 0 }
  throw wrongUsage(`--${option.name} needs a value: --${option.name} ${option.value}.`)
}

function checked(option: Option, value: string): string {
  // Most often an unset variable in a script: `--cwd "$DIR"`.
  if (value === "" && option.optional !== true)
    throw wrongUsage(`--${option.name} needs a value: --${option.name} ${option.value}.`)
  if (option.choices === undefined || option.choices.includes(value)) return value
  throw wrongUsage(`--${option.name} cannot be "${value}". Use one of: ${option.choices.join(", ")}.`)
}
