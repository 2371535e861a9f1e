// Every npm script that a page names exists. The commands of `pawl` are checked beside its command line.
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { blocksIn, pagesIn, readPage } from "../../scripts/docs/markdown.ts"

const ROOT = fileURLToPath(new URL("../../", import.meta.url))
const PAGES = pagesIn(ROOT)
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>
}

function unknownScripts(text: string): readonly string[] {
  const named = [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(([, run, own]) => run ?? own ?? "")
  return named.filter((name) => scripts[name] === undefined)
}

/** Test files in shell blocks that do not exist. */
function missingTests(text: string): readonly string[] {
  const lines = blocksIn(text).flatMap(({ language, body }) => (language === "sh" ? body.split("\n") : []))
  const files = lines.flatMap((line) => (/^npx vitest run (\S+)/.exec(line)?.[1] ?? []) as readonly string[] | string)
  return files.filter((file) => !existsSync(join(ROOT, file)))
}

describe("pages", () => {
  it("name only npm scripts that exist", () => {
    expect(PAGES.flatMap((page) => unknownScripts(readPage(ROOT, page)).map((name) => `${page}: ${name}`))).toEqual([])
    expect(unknownScripts("`npm run nothing`, `npm run docs:nothing`, npm test, npm run check")).toEqual([
      "nothing",
      "docs:nothing",
    ])
  })

  it("run only tests that exist", () => {
    expect(missingTests(readPage(ROOT, "CONTRIBUTING.md"))).toEqual([])
    expect(missingTests("```sh\nnpx vitest run test/nothing.test.ts\n```\n")).toEqual(["test/nothing.test.ts"])
  })
})

describe("the change that CONTRIBUTING.md shows", () => {
  it("still applies to the current files", () => {
    const [test = "", change = ""] = blocksIn(readPage(ROOT, "CONTRIBUTING.md"))
      .filter(({ language }) => language === "diff")
      .map(({ body }) => body)
    expect(linesBefore(test)).not.toEqual([])
    expect(linesBefore(change)).not.toEqual([])
    for (const line of linesBefore(test)) expect(linesOf("nearest.test.ts")).toContain(line)
    for (const line of linesBefore(change)) expect(linesOf("nearest.ts")).toContain(line)
  })
})

/** The lines that a diff keeps or removes. */
function linesBefore(diff: string): readonly string[] {
  return diff.split("\n").flatMap((line) => (/^[ -]/.test(line) ? [line.slice(1)] : []))
}

function linesOf(file: string): readonly string[] {
  return readPage(ROOT, `packages/cli/src/line/${file}`).split("\n")
}
