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
  it("applies to the current files, or has been made", () => {
    const [test = "", change = ""] = blocksIn(readPage(ROOT, "CONTRIBUTING.md"))
      .filter(({ language }) => language === "diff")
      .map(({ body }) => body)
    for (const [diff, file] of [
      [test, "nearest.test.ts"],
      [change, "nearest.ts"],
    ] as const) {
      const [before, after] = [linesWith(diff, "-"), linesWith(diff, "+")]
      expect(before).not.toEqual(after)
      // A reader who follows the page has made the change, and runs this test then.
      const missing = [before, after].map((lines) => lines.filter((line) => !linesOf(file).includes(line)))
      expect(missing).toContainEqual([])
    }
  })
})

/** The lines that a diff keeps, with those that it removes or adds. */
function linesWith(diff: string, mark: "-" | "+"): readonly string[] {
  return diff.split("\n").flatMap((line) => (line.startsWith(" ") || line.startsWith(mark) ? [line.slice(1)] : []))
}

function linesOf(file: string): readonly string[] {
  return readPage(ROOT, `packages/cli/src/line/${file}`).split("\n")
}
