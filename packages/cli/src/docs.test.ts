// Checks the guides: every command in them is valid, and every configuration file in them is accepted.
import { readdirSync, readFileSync } from "node:fs"
import { schemaChecker } from "@pawl/agent"
import { describe, expect, it } from "vitest"
import { readSchema } from "./config/read-file.ts"
import { resolveValues } from "./config/resolve-values.ts"
import { EXIT } from "./exit-codes.ts"
import { COMMANDS, commandNamed } from "./line/commands.ts"
import { COMMON_OPTIONS, OPTIONS, PROMPT_OPTIONS } from "./line/options.ts"
import { commandIn, parse } from "./line/parse.ts"
import { BUILT_IN } from "./profiles/chosen.ts"
import { DIALECT_NAMES } from "./profiles/dialects.ts"
import { explainProfile } from "./profiles/listed.ts"
import { readProfileSchema } from "./profiles/own-file.ts"
import { REPL_COMMANDS } from "./repl/commands.ts"

const ROOT = new URL("../../../", import.meta.url)
const GUIDES = readdirSync(new URL("docs/guide/", ROOT)).map((name) => `docs/guide/${name}`)
const PAGES = ["README.md", "CONTRIBUTING.md", "docs/security.md", "docs/mcp-servers.md", "packages/cli/README.md"]

function read(page: string) {
  const guide = readFileSync(new URL(page, ROOT), "utf8")
  const blocks = (language: string) =>
    [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(([, body = ""]) => body)
  const lines = blocks("sh").flatMap((body) => body.trim().split("\n"))
  const commands = lines
    .map((line) => line.replace(/ +# .*$/, "").replace(/^.*\| /, ""))
    .filter((line) => line.startsWith("pawl"))
  return { guide, blocks, lines, commands }
}

const { guide, blocks, lines, commands } = read("docs/guide/cli.md")
const profiles = read("docs/guide/profiles.md")

function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)]
    .map(([, double, single, bare]) => double ?? single ?? bare ?? "")
    .slice(1)
}

describe("the guides", () => {
  it.each([...new Set([...GUIDES, ...PAGES].flatMap((page) => read(page).commands))])(
    "show an existing command: %s",
    (line) => {
      const words = wordsOf(line)
      const at = commandIn(words)
      const command = at < 0 ? undefined : commandNamed(words[at]!)
      // What has a space is a prompt.
      if (at >= 0 && !/\s/.test(words[at]!)) expect(command).toBeDefined()
      const request = parse(words.toSpliced(at, at < 0 ? 0 : 1), [
        ...(command?.options ?? PROMPT_OPTIONS),
        ...COMMON_OPTIONS,
      ])
      const [action] = request.words
      const usages = command?.usage.map((usage) => usage.split(" ")[0]) ?? [undefined]
      const isAction =
        action !== undefined && /^[a-z]+$/.test(action) && !["profiles", "models"].includes(command?.name ?? "")
      if (isAction) expect(usages).toContain(action)
    },
  )

  it("name only existing options", () => {
    const all = [...GUIDES, "packages/cli/README.md"]
      .map((page) => read(page).guide.replaceAll(/npm [^`\n]*/g, ""))
      .join("\n")
    const named = [...all.matchAll(/(?<=[\s`])--([a-z][a-z-]+)/g)].map(([, name]) => name)
    expect(named.filter((name) => !OPTIONS.some((option) => option.name === name))).toEqual([])
  })
})

describe("docs/guide/cli.md", () => {
  it("shows every command, every exit code and every REPL command", () => {
    expect(commands.length).toBeGreaterThan(20)
    for (const { name } of COMMANDS) expect(lines.join("\n")).toContain(`pawl ${name}`)
    for (const code of Object.values(EXIT)) expect(guide).toContain(`\n| ${code} |`)
    for (const { name } of REPL_COMMANDS) expect(guide).toContain(`\`${name}`)
  })

  it("shows a valid configuration", () => {
    for (const body of blocks("json")) {
      expect(schemaChecker(JSON.parse(readSchema()))(resolveValues(JSON.parse(body), {}))).toEqual([])
    }
  })
})

describe("docs/guide/profiles.md", () => {
  const rows = profiles.guide.split("\n").filter((line) => line.startsWith("| "))
  const cellsOf = (first: string) =>
    rows
      .find((row) => row.startsWith(`| ${first} |`))
      ?.split("|")
      .slice(2, -1)
      .map((cell) => cell.trim())
  const schema = JSON.parse(readProfileSchema())

  it("has a row for every profile, dialect and field", () => {
    const fields = Object.keys(schema.properties).filter((field) => field !== "$schema")
    for (const name of [...BUILT_IN, ...DIALECT_NAMES, ...fields])
      expect(rows.filter((row) => row.startsWith(`| \`${name}\` |`))).not.toEqual([])
  })

  it("compares the behaviour of the profiles", async () => {
    const names = cellsOf("question") ?? []
    expect(names.toSorted()).toEqual(BUILT_IN.toSorted())
    const numbers = cellsOf("iterations")?.map((cell) => Number.parseInt(cell, 10))
    const limits = cellsOf("tool result limit, characters")
    const dialects = cellsOf("dialect")
    for (const [place, name] of names.entries()) {
      const { iterations, resultChars, dialect } = await explainProfile({ kind: "built-in", name: name as never }, "")
      expect(numbers?.[place]).toBe(iterations)
      expect(limits?.[place]).toBe(resultChars === null ? "none" : resultChars.toLocaleString("en"))
      expect(dialects?.[place]).toBe(dialect)
    }
  })

  it("shows a usable profile", () => {
    expect(profiles.blocks("json")).toHaveLength(1)
    for (const body of profiles.blocks("json")) expect(schemaChecker(schema)(JSON.parse(body))).toEqual([])
  })
})
