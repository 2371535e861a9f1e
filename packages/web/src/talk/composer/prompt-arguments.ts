// The arguments of a prompt, as a person types them after its name.

export interface Blank {
  readonly name: string
  readonly required: boolean
}

/** `name=value`, with quotes where a value has spaces. If only one can be meant, its name may be left out. */
export function filled(rest: string, blanks: readonly Blank[]): Readonly<Record<string, string>> {
  const found = [...rest.matchAll(/([\w.-]+)=(?:"([^"]*)"|'([^']*)'|(\S*))/g)]
  if (found.length > 0)
    return Object.fromEntries(found.map(([, name, double, single, bare]) => [name, double ?? single ?? bare ?? ""]))
  const [only] = blanks.length === 1 ? blanks : blanks.filter(({ required }) => required)
  return rest.trim() === "" || only === undefined ? {} : { [only.name]: rest.trim() }
}
