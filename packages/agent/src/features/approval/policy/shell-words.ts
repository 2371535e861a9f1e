// Parses a command line as a shell would, as far as that can be done with certainty. Lines that could run something
// else (substitutions, redirections, background jobs, assignments), or expand to other words (globs), are not parsed at
// all: the caller must then ask for an approval.

export type ShellLine =
  | { readonly kind: "commands"; readonly commands: readonly (readonly string[])[] }
  | {
      readonly kind: "unclear"
      readonly why: string
      /** Unclear because of its length, not its content. */
      readonly isLong?: true
    }

/** The words of each command; commands are joined by `;`, `&&`, `||`, `|` or line breaks. */
export function readShellLine(line: string): ShellLine {
  // Callers check each word, and often the file it names: a very long line would block everything else meanwhile.
  if (line.length > MAX_LINE_CHARS)
    return { kind: "unclear", why: `it is longer than ${MAX_LINE_CHARS} characters`, isLong: true }
  const reader = new Reader(line)
  const why = reader.read()
  if (why !== undefined) return { kind: "unclear", why }
  const commands = reader.commands.filter((words) => words.length > 0)
  if (commands.reduce((sum, words) => sum + words.length, 0) > MAX_WORDS)
    return { kind: "unclear", why: `it has more than ${MAX_WORDS} words`, isLong: true }
  const odd = commands.find(([first = ""]) => UNCLEAR_FIRST.test(programOf(first)))
  if (odd !== undefined) return { kind: "unclear", why: `"${odd[0]}" may run something else` }
  return commands.length === 0 ? { kind: "unclear", why: "there is no command" } : { kind: "commands", commands }
}

const MAX_LINE_CHARS = 20_000
const MAX_WORDS = 500

/** "/bin/sh" is sh. */
export function programOf(word: string): string {
  return word.includes("=") ? word : word.slice(word.lastIndexOf("/") + 1)
}

/** Assignments change what follows; keywords and wrappers run what stands behind them. */
const UNCLEAR_FIRST =
  /^(?:[A-Za-z_]\w*\+?=.*|if|then|else|elif|fi|for|while|until|do|done|case|esac|function|select|time|coproc|\[\[|\{|\}|!|eval|exec|source|\.|command|builtin|env|sudo|doas|nohup|xargs|sh|bash|zsh|dash|ksh|fish|busybox|watch|timeout|nice|ionice|setsid|stdbuf|flock|parallel|chroot|unshare|su|ssh|export|declare|typeset|readonly|alias|trap)$/

const UNCLEAR: Readonly<Record<string, string>> = {
  "`": "it has a command in backquotes",
  "(": "it has a subshell",
  ")": "it has a subshell",
  "<": "it redirects its input",
  ">": "it redirects its output",
  "{": "it has a group or an expansion in braces",
  "}": "it has a group or an expansion in braces",
  "*": "it has a pattern of file names",
  "?": "it has a pattern of file names",
  "[": "it has a pattern of file names",
}

class Reader {
  readonly commands: string[][] = [[]]
  readonly #line: string
  #at = 0
  #word: string | undefined

  constructor(line: string) {
    this.#line = line
  }

  /** Why it cannot be parsed; undefined when all of it was. */
  read(): string | undefined {
    while (this.#at < this.#line.length) {
      const why = this.#step(this.#line.charAt(this.#at))
      if (why !== undefined) return why
    }
    this.#endWord()
    return undefined
  }

  #step(sign: string): string | undefined {
    const unclear = UNCLEAR[sign]
    if (unclear !== undefined) return unclear
    switch (sign) {
      case "'":
        return this.#quoted()
      case '"':
        return this.#doubleQuoted()
      case "\\":
        return this.#escaped()
      case "$":
        return "it has a variable or a substitution"
      // Elsewhere in a word it stands for itself: HEAD~1.
      case "~":
        return /(?:^|[=:])$/.test(this.#word ?? "") ? "it has a home folder" : this.#add(sign)
      case "#":
        return this.#word === undefined ? this.#comment() : this.#add(sign)
      case "&":
        return this.#line.charAt(this.#at + 1) === "&" ? this.#join(2) : "it runs something in the background"
      case "|":
        if (this.#line.charAt(this.#at + 1) === "&") return "it redirects its output"
        return this.#join(this.#line.charAt(this.#at + 1) === "|" ? 2 : 1)
      case ";":
      case "\n":
        return this.#join(1)
      case " ":
      case "\t":
        this.#endWord()
        this.#at++
        return undefined
      default:
        if (/[\p{Z}\ufeff]/u.test(sign)) return "it has spaces that are none to every shell"
        return /[\p{Cc}]/u.test(sign) ? "it has control characters" : this.#add(sign)
    }
  }

  #add(sign: string): undefined {
    this.#word = (this.#word ?? "") + sign
    this.#at++
    return undefined
  }

  #endWord(): void {
    if (this.#word === undefined) return
    this.commands.at(-1)?.push(this.#word)
    this.#word = undefined
  }

  #join(length: number): undefined {
    this.#endWord()
    this.commands.push([])
    this.#at += length
    return undefined
  }

  #comment(): undefined {
    const end = this.#line.indexOf("\n", this.#at)
    this.#at = end === -1 ? this.#line.length : end
    return undefined
  }

  #quoted(): string | undefined {
    const end = this.#line.indexOf("'", this.#at + 1)
    if (end === -1) return "a quote is not closed"
    this.#word = (this.#word ?? "") + this.#line.slice(this.#at + 1, end)
    this.#at = end + 1
    return undefined
  }

  #doubleQuoted(): string | undefined {
    this.#word ??= ""
    this.#at++
    for (;;) {
      const sign = this.#line.charAt(this.#at)
      if (sign === "") return "a quote is not closed"
      if (sign === "$" || sign === "`") return "it has a variable or a substitution"
      this.#at++
      if (sign === '"') return undefined
      this.#word += sign === "\\" ? this.#escapedInQuotes() : sign
    }
  }

  /** An escaped line break joins two lines. Other characters keep their backslash. */
  #escapedInQuotes(): string {
    const next = this.#line.charAt(this.#at)
    if (!/["\\$`\n]/.test(next)) return "\\"
    this.#at++
    return next === "\n" ? "" : next
  }

  #escaped(): string | undefined {
    const next = this.#line.charAt(this.#at + 1)
    if (next === "") return "it ends with a backslash"
    if (next !== "\n") this.#word = (this.#word ?? "") + next
    this.#at += 2
    return undefined
  }
}
