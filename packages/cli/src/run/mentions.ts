// Words of a prompt that begin with @: where they stand, and which files they may mean. Nothing is looked up here.

export interface Mention {
  /** Paths it may stand for, the longest first: a full stop may belong to the name or to the sentence. */
  readonly paths: readonly string[]
  /** Written as @"...": then it means a file and nothing else. */
  readonly isQuoted: boolean
}

/** A word begins after a space or an opening bracket: an address of mail is none, nor is a quoted import. */
const WORD = /(^|[\s(])(\\?)@(?:"([^"\n]{1,1000})"|'([^'\n]{1,1000})'|([^\s"'@]\S{0,999}))/g

export function mentionsIn(text: string): readonly Mention[] {
  return [...text.matchAll(WORD)].flatMap(([, , backslash, double, single, bare]) => {
    if (backslash !== "") return []
    const quoted = double ?? single
    return [{ paths: quoted === undefined ? readings(bare ?? "") : [quoted], isQuoted: quoted !== undefined }]
  })
}

/** `\@` is an @ that means nothing. */
export function unescaped(text: string): string {
  return text.includes("\\@") ? text.replace(/(^|[\s(])\\@/g, "$1@") : text
}

function readings(word: string): readonly string[] {
  const paths = [word]
  for (let path = word; /[.,;:!?)\]}>'"*_`]$/.test(path) && path.length > 1; paths.push(path)) path = path.slice(0, -1)
  return paths
}

/** Whether a word that names no file was meant to: it is spelled like a path, and ends like a file or has folders. */
export function looksLikeFile({ paths, isQuoted }: Mention): boolean {
  const path = paths.at(-1) ?? ""
  if (isQuoted) return true
  if (!/^[\p{L}\p{N}_.,/~+=%#-]+$/u.test(path)) return false
  if (EXTENSIONS.test(path)) return true
  // @scope/name is what npm calls a package.
  return path.includes("/") && !/^[a-z0-9-][\w.-]*\/[a-z0-9-][\w.-]*$/.test(path)
}

const EXTENSIONS =
  /\.(pdf|png|jpe?g|gif|webp|svg|docx?|xlsx?|pptx?|odt|txt|md|rst|csv|tsv|json|jsonl|ya?ml|toml|ini|xml|html?|css|[cm]?[jt]sx?|py|rb|go|rs|java|kt|swift|c|h|cc|cpp|hpp|cs|php|sh|sql|log|diff|patch)$/i
