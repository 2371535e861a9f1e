// Compiles the TypeScript of pages and comments against the library, in a folder of its own.
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { dirname, isAbsolute, join } from "node:path"
import { blocksIn, pagesIn, readPage } from "./markdown.ts"
import { withPreamble } from "./preamble.ts"

export interface Program {
  /** Page or source, and the line on which it begins. */
  readonly page: string
  readonly line: number
  readonly source: string
  /** The file name in a comment on its first line. Without a name it is a fragment. */
  readonly file: string | undefined
}

/** Every TypeScript block of every page, except those marked `no-check`. */
export function programsOfPages(root: string): readonly Program[] {
  return pagesIn(root).flatMap((page) => programsIn(page, readPage(root, page)))
}

export function programsIn(page: string, source: string, above = 0): readonly Program[] {
  return blocksIn(source)
    .filter(({ language, marks }) => language === "ts" && !marks.includes("no-check"))
    .map(({ body, line }) => ({ page, line: line + above, source: body, file: /^\/\/ (\S+\.ts)\n/.exec(body)?.[1] }))
}

/** The compiler's errors, each with its page and line. */
export function mistakesIn(root: string, programs: readonly Program[]): readonly string[] {
  // Inside the checkout, so that the packages resolve; ignored by git and by the linter.
  mkdirSync(join(root, ".pawl"), { recursive: true })
  const folder = mkdtempSync(join(root, ".pawl", "docs-"))
  try {
    return compiled(root, folder, written(folder, programs))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Programs of one page are in one folder, so that they can import each other. */
function written(folder: string, programs: readonly Program[]): ReadonlyMap<string, Program> {
  const places = new Map<string, Program>()
  for (const program of programs) {
    const { page, line, source, file } = program
    const path = `${page.replaceAll(/[/.]/g, "-")}/${file ?? `line-${line}.ts`}`
    places.set(path, program)
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), file === undefined ? withPreamble(source) : source)
  }
  return places
}

/** Compiles all at once: parsing the library takes most of the time. */
function compiled(root: string, folder: string, places: ReadonlyMap<string, Program>): readonly string[] {
  const extended = { extends: join(root, "tsconfig.base.json"), compilerOptions: { noEmit: true } }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(extended))
  const words = [
    join(root, "node_modules/typescript/bin/tsc"),
    "-p",
    "tsconfig.json",
    "--pretty",
    "false",
    "--listFiles",
  ]
  const { stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 26 })
  const lines = (stdout + stderr).split("\n").filter((line) => line !== "")
  const listed = new Set(lines)
  const unseen = [...places.keys()].filter((path) => !listed.has(join(folder, path)))
  // Indented lines belong to the error above them.
  const told = lines
    .filter((line) => !isAbsolute(line) && !line.startsWith(" "))
    .flatMap((line) => toldOf(line, places))
  return [...told, ...unseen.map((path) => `${path} was not compiled.`)]
}

/** `page/line-12.ts(3,1): error …` as `page.md:14: error …`. */
function toldOf(line: string, places: ReadonlyMap<string, Program>): readonly string[] {
  const [, path = "", at = "", mistake = ""] = /^(.+?)\((\d+),\d+\): error (.*)$/.exec(line) ?? []
  const program = places.get(path)
  if (program === undefined) return [line]
  if (program.file === undefined && LET_BE.some((pattern) => pattern.test(mistake))) return []
  return [`${program.page}:${program.line + Number(at) - 1}: ${mistake}`]
}

/** Fragments are compiled without checks for unused names and for missing elements of lists and tables. */
const LET_BE = [/^TS(6133|6198|2532|18048):/, /^TS2345: .* '(.+) \| undefined' is not assignable to .* '\1'\.$/]
