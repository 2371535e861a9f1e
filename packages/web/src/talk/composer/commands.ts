// Commands that are typed in place of a message: "/compact the decisions".
export interface Command {
  /** Without the slash. */
  readonly name: string
  /** What it does, in a few words. */
  readonly hint: () => string
  /** Shown after the name: what may follow it. */
  readonly takes?: () => string
  readonly run: (rest: string) => unknown
}

export interface Typed {
  readonly command: Command
  readonly rest: string
}

/** Undefined for a message, also one that begins with a path. */
export function commandIn(text: string, commands: readonly Command[]): Typed | undefined {
  const match = /^\/([\w.:-]+)(?:\s+([\s\S]*))?$/.exec(text.trim())
  const command = commands.find(({ name }) => name === match?.[1])
  return command === undefined ? undefined : { command, rest: (match?.[2] ?? "").trim() }
}

/** Those that begin with it first, then those that have it somewhere. */
export function matching<T extends { readonly name: string }>(all: readonly T[], query: string): readonly T[] {
  const wanted = query.toLowerCase()
  const begin = all.filter(({ name }) => name.toLowerCase().startsWith(wanted))
  const rest = all.filter((each) => !begin.includes(each) && each.name.toLowerCase().includes(wanted))
  return [...begin, ...rest]
}
