// Which tests show which checks: a test's name carries their
// numbers, in front ("X18: ...") or at its end ("... (T7, T8)").
import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"

export interface Showing {
  /** Path relative to the repository. */
  readonly file: string
  readonly name: string
}

export function showings(root: string): ReadonlyMap<string, readonly Showing[]> {
  const found = new Map<string, Showing[]>()
  for (const file of testFiles(root))
    for (const name of textsIn(readFileSync(join(root, file), "utf8")))
      for (const check of checksIn(name)) found.set(check, [...(found.get(check) ?? []), { file, name }])
  return found
}

function testFiles(root: string): readonly string[] {
  return ["packages", "test"]
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith(".test.ts"))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)))
        .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path) && !path.startsWith("test/checks/")),
    )
    .sort()
}

function textsIn(source: string): readonly string[] {
  return [...source.matchAll(/(["'`])((?:\\.|(?!\1)[^\\\n])*)\1/g)].map(([, , text = ""]) => text)
}

const NUMBERS = "[TLFMX]\\d{1,2}(?:(?:, | and | )[TLFMX]\\d{1,2})*"
const IN_FRONT = new RegExp(`^(${NUMBERS})(?:'s [a-z ]+)?: `)
const AT_THE_END = new RegExp(`\\((${NUMBERS})\\)`, "g")

export function checksIn(name: string): readonly string[] {
  const lists = [IN_FRONT.exec(name)?.[1] ?? "", ...[...name.matchAll(AT_THE_END)].map(([, list = ""]) => list)]
  return [...new Set(lists.join(" ").match(/[TLFMX]\d{1,2}/g))]
}
