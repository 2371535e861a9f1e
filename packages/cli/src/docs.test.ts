// The guide tells the truth: every command in it is one that the command line understands.
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { readSchema } from "./config/read-file.ts"
import { resolveValues } from "./config/resolve-values.ts"
import { EXIT } from "./exit-codes.ts"
import { problemsOf } from "./json-schema.ts"
import { COMMANDS, commandNamed } from "./line/commands.ts"
import { COMMON_OPTIONS, OPTIONS, PROMPT_OPTIONS } from "./line/options.ts"
import { commandIn, parse } from "./line/parse.ts"
import { REPL_COMMANDS } from "./repl/commands.ts"

const guide = readFileSync(new URL("../../../docs/guide/cli.md", import.meta.url), "utf8")
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(([, body = ""]) => body)
const lines = blocks("sh").flatMap((body) => body.trim().split("\n"))
const commands = lines.map((line) => line.replace(/^.*\| /, "")).filter((line) => line.startsWith("pawl"))

function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)]
    .map(([, double, single, bare]) => double ?? single ?? bare ?? "")
    .slice(1)
}

describe("docs/guide/cli.md", () => {
  it.each(commands)("shows a command there is: %s", (line) => {
    const words = wordsOf(line)
    const at = commandIn(words)
    const command = at < 0 ? undefined : commandNamed(words[at]!)
    if (at >= 0) expect(command).toBeDefined()
    const request = parse(words.toSpliced(at, at < 0 ? 0 : 1), [
      ...(command?.options ?? PROMPT_OPTIONS),
      ...COMMON_OPTIONS,
    ])
    const [action] = request.words
    const usages = command?.usage.map((usage) => usage.split(" ")[0]) ?? [undefined]
    if (action !== undefined && /^[a-z]+$/.test(action)) expect(usages).toContain(action)
  })

  it("shows every command, every exit code and every command of the conversation", () => {
    expect(commands.length).toBeGreaterThan(20)
    for (const { name } of COMMANDS) expect(lines.join("\n")).toContain(`pawl ${name}`)
    for (const code of Object.values(EXIT)) expect(guide).toContain(`\n| ${code} |`)
    for (const { name } of REPL_COMMANDS) expect(guide).toContain(`\`${name}`)
  })

  it("shows a configuration that is valid", () => {
    for (const body of blocks("json")) {
      expect(problemsOf(resolveValues(JSON.parse(body), {}), JSON.parse(readSchema()))).toEqual([])
    }
  })

  it("names no option that does not exist", () => {
    const named = [...guide.matchAll(/(?<=[\s`])--([a-z][a-z-]+)/g)].map(([, name]) => name)
    expect(named.filter((name) => !OPTIONS.some((option) => option.name === name))).toEqual([])
  })
})
