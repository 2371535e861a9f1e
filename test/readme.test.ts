// Runs every program in the documents and compares its output with the output printed below it. test/docs checks that
// the programs compile and that links and scripts exist.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const ROOT = fileURLToPath(new URL("../", import.meta.url))
const PROGRAMS = [
  "README.md",
  "docs/guide/getting-started.md",
  "docs/guide/events.md",
  "docs/guide/finishing.md",
  "docs/guide/from-other-libraries.md",
  "docs/guide/observability.md",
  "docs/guide/orchestrator.md",
  "docs/guide/plugins.md",
]

interface Program {
  readonly file: string
  readonly source: string
  /** The output that the page shows; undefined for a module that other programs import. */
  readonly prints: string | undefined
}

/** TypeScript blocks, each beginning with a comment that names its file, and the text block that may follow. */
function programsIn(page: string): readonly Program[] {
  const blocks = [...read(page).matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, body = ""]) => ({
    language,
    body,
  }))
  return blocks.flatMap(({ language, body }, index) => {
    if (language !== "ts") return []
    const next = blocks[index + 1]
    const [, file = "unnamed.ts"] = /^\/\/ (\S+\.ts)\n/.exec(body) ?? []
    return [{ file, source: body, prints: next?.language === "text" ? next.body : undefined }]
  })
}

function read(page: string): string {
  return readFileSync(join(ROOT, page), "utf8")
}

function run(folder: string, ...words: readonly string[]): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: "utf8" })
  return { status, output: stdout + stderr }
}

let top: string

beforeAll(() => {
  // Inside the checkout, so that the packages resolve; ignored by git and by the linter.
  mkdirSync(join(ROOT, ".pawl"), { recursive: true })
  top = mkdtempSync(join(ROOT, ".pawl", "docs-"))
})

afterAll(() => rmSync(top, { recursive: true, force: true }))

describe.each(PROGRAMS)("%s", (page) => {
  const programs = programsIn(page)
  let folder: string

  beforeAll(() => {
    folder = join(top, page.replaceAll("/", "-"))
    mkdirSync(folder)
    for (const { file, source } of programs) writeFileSync(join(folder, file), source)
  })

  it("has programs, each with a name and at least one with an output", () => {
    expect(programs.map(({ file }) => file)).not.toContain("unnamed.ts")
    expect(programs.some(({ prints }) => prints !== undefined)).toBe(true)
  })

  it.each(programs.filter(({ prints }) => prints !== undefined))("shows what $file prints", ({ file, prints }) => {
    expect(run(folder, "--conditions=@pawl/source", file)).toEqual({ status: 0, output: prints })
  })
})

describe("the documents", () => {
  it("ARCHITECTURE.md names only source files that exist", () => {
    const named = [...read("ARCHITECTURE.md").matchAll(/`([\w/.-]+\.ts)`/g)].map(([, file = ""]) => file)
    expect(named.length).toBeGreaterThan(20)
    const places = ["", "packages/agent/src"].map((place) => join(ROOT, place))
    expect(named.filter((file) => !places.some((place) => existsSync(join(place, file))))).toEqual([])
  })

  it("docs/guide/events.md has a row for every event", () => {
    const contract = read("packages/agent/src/contracts/event.ts")
    const events = contract.slice(contract.indexOf("export type EventBody"), contract.indexOf("export type Delta"))
    const types = [...events.matchAll(/readonly type: ([^;\n]+)/g)].flatMap(
      ([, names = ""]) => names.match(/[\w-]+/g) ?? [],
    )
    expect(types.length).toBeGreaterThan(20)
    const rows = read("docs/guide/events.md").match(/^\| `.*$/gm) ?? []
    expect(types.filter((type) => !rows.some((row) => row.includes(`\`${type}\``)))).toEqual([])
  })

  it("README.md names the commands for a fresh clone", () => {
    expect(read("README.md")).toContain("npm ci && npm start")
    expect(read("README.md")).toContain("npm test")
  })
})
