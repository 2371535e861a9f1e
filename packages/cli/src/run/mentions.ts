// Finds the words of a prompt that begin with @, and the paths they may mean. It does not access the file system.

export interface Mention {
  /** Possible paths, the longest first: a full stop may belong to the name or to the sentence. */
  readonly paths: readonly string[]
  /** Written as @"...": then it always means a file. */
  readonly isQuoted: boolean
}

/** A mention begins after a space or an opening bracket: mail addresses and quoted imports are none. */
const WORD = /(^|[\s(])(\\?)@(?:"([^"\n]{1,1000})"|'([^'\n]{1,1000})'|([^\s"'@]\S{0,999}))/g

export function mentionsIn(text: string): readonly Mention[] {
  return [...text.matchAll(WORD)].flatMap(([, , backslash, double, single, bare]) => {
    if (backslash !== "") return []
    const quoted = double ?? single
    return [{ paths: quoted === undefined ? possiblePaths(bare ?? "") : [quoted], isQuoted: quoted !== undefined }]
  })
}

/** `\@` is a plain @. */
export function unescaped(text: string): string {
  return text.includes("\\@") ? text.replace(/(^|[\s(])\\@/g, "$1@") : text
}

function possiblePaths(word: string): readonly string[] {
  const paths = [word]
  for (let path = word; /[.,;:!?)\]}>'"*_`]$/.test(path) && path.length > 1; paths.push(path)) path = path.slice(0, -1)
  return paths
}

/** Whether a word that names no existing file looks like one: spelled as a path, with a known extension or folders. */
export function looksLikeFile({ paths, isQuoted }: Mention): boolean {
  const path = paths.at(-1) ?? ""
  if (isQuoted) return true
  if (!/^[\p{L}\p{N}_.,/~+=%#-]+$/u.test(path)) return false
  if (EXTENSIONS.test(path)) return true
  // @scope/name is an npm package.
  return path.includes("/") && !/^[a-z0-9-][\w.-]*\/[a-z0-9-][\w.-]*$/.test(path)
}

const EXTENSIONS =
  /\.(pdf|png|jpe?g|gif|webp|svg|docx?|xlsx?|pptx?|odt|txt|md|rst|csv|tsv|json|jsonl|ya?ml|toml|ini|xml|html?|css|[cm]?[jt]sx?|py|rb|go|rs|java|kt|swift|c|h|cc|cpp|hpp|cs|php|sh|sql|log|diff|patch)$/i
