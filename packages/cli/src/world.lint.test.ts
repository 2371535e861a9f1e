// The program uses the process only through its world. In its own process a violation would go unnoticed, so check the
// sources.
import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"

const AROUND =
  /\bprocess\s*\??\.\s*(?:env|cwd|chdir|std(?:in|out|err)|on|once|off|exit|exitCode)\b|\}\s*=\s*process\b|\bprocess\s*(?:\?\.)?\[/

/** Files that are allowed to, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  "bin/pawl.js": "it runs before anything can be imported",
  "src/agent/servers.ts": "a server starts in the folder of the process, unless its entry has a cwd",
  "src/screen/tui/tui-screen.ts": "the library draws on the terminal of the process, so it gives that back at its exit",
  "src/start.ts": "it handles process events",
  "src/world.ts": "it wraps the process",
}

function goesAround(source: string): boolean {
  // Ignore comments and template strings: messages and generated programs are no code of this package.
  return AROUND.test(source.replace(/^\s*(?:\/\/|\/?\*).*$/gm, "").replace(/`[^`]*`/g, "``"))
}

describe("the world", () => {
  const root = new URL("../", import.meta.url)
  const files = ["src", "bin"].flatMap((folder) =>
    (readdirSync(new URL(folder, root), { recursive: true }) as string[]).map((file) => `${folder}/${file}`),
  )
  const sources = files.filter((file) => /\.[jt]s$/.test(file) && !/\.test\.ts$|\/__fixtures__\//.test(file))
  const found = sources.filter((file) => goesAround(readFileSync(new URL(file, root), "utf8")))

  it("is bypassed only by the allowed files", () => {
    expect(sources.length).toBeGreaterThan(100)
    expect(found.sort()).toEqual(Object.keys(ALLOWED))
  })

  it.each([
    "redactor(process.env)",
    "from: process . cwd()",
    "const { stdin } = process",
    'process["env"]',
    "process?.stdout.isTTY",
    'process.on("SIGTERM", stop)',
    "process.exit(1)",
    "process.exitCode = 1",
  ])("is bypassed with %j", (source) => {
    expect(goesAround(source)).toBe(true)
  })

  it.each([
    "// process.exit is not for us",
    "process.pid",
    "process.kill(pid, 0)",
    "world().env",
    "const text = `process.env`",
  ])("is not bypassed with %j", (source) => {
    expect(goesAround(source)).toBe(false)
  })
})
