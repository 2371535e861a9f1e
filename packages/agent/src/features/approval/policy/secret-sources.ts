// Whether a text quotes a file that is named like a secret: searches and diffs name the files that their lines come
// from.
import { isSecretPath } from "./secret-paths.ts"

export function quotesSecretFile(text: string): boolean {
  const named = new Set(SOURCES.flatMap((source) => Array.from(text.matchAll(source), ([, path = ""]) => path)))
  return [...named].some(isSecretPath)
}

/**
 * Each captures the path. A path without a line number behind it must look like one: "secrets: all" is an ordinary
 * line.
 */
const SOURCES: readonly RegExp[] = [
  // path:12: and path-12-, which is a line beside a match.
  /^([^\n:]{1,300}):\d{1,9}[:-]/gm,
  /^([^\n:]{1,300}?)-\d{1,9}-/gm,
  /^((?=[^\n:\s]{0,300}[./])[^\n:\s]{1,300}):[ \t]?[^\s:]/gm,
  // The path above its lines.
  /^([^\n:]{1,300})\n\s{0,9}\d{1,9}[:\t -]/gm,
  // Behind the characters that git draws its graph with.
  /^[|*\\/ _]{0,300}(?:\+\+\+|---|diff --git) "?(?:[abciow]\/)?([^\n\t"]{1,300})/gm,
  /^==> ([^\n]{1,300}) <==$/gm,
]
