// Everything reaches a terminal through screen.ts. A write that bypasses it would go unnoticed, so check the sources.
import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"

/** Ways to a terminal, or to something that writes to one. */
const WAYS: Readonly<Record<string, RegExp>> = {
  "a stream of the process": /\bprocess\s*\??\.\s*(?:stdout|stderr)\b(?!\s*\??\.\s*isTTY\b)|\bstdin\s*\.\s*write\b/,
  "a stream of the process by another name":
    /\{[^{}]*\bstd(?:out|err)\b[^{}]*\}\s*=\s*process\b|\bprocess\s*(?:\?\.)?\[/,
  "a stream of a world":
    /(?<!\bprocess\s*\??)\.\s*(?:stdout|stderr)\b(?!\s*\??\.\s*isTTY\b)|\{[^{}]*\bstd(?:out|err)\b[^{}]*\}\s*=\s*(?:world\b|here\b)/,
  "the process by another name": /(?<!\}\s*)=\s*(?:globalThis\.)?process\s*(?:[;,\n)]|$)|["'](?:node:)?process["']/,
  console: /\bconsole\s*(?:\??\.|\[)|=\s*console\b|["'](?:node:)?console["']|\b_rawDebug\b/,
  "a file descriptor":
    /\b(?:write|writev|writeFile|appendFile)(?:Sync)?\(\s*[12]\b|\bfd:\s*[12]\b|\/dev\/(?:tty|std|fd|pts)/,
  "a terminal of its own": /["'](?:node:)?tty["']/,
  "the line editor of Node":
    /import\s+(?!type\b)[^;"']*from\s*["'](?:node:)?readline|import\(\s*["'](?:node:)?readline/,
  "the stream of a screen": /\bstreamOf\b/,
  "our terminal given to another program": /["']inherit["']|stdio:\s*\[[^\]]*\b[12]\b/,
}

/** Files that are allowed to, and why. */
const ALLOWED: readonly (readonly [file: string, way: keyof typeof WAYS, why: string])[] = [
  ["src/world.ts", "a stream of the process", "it names the streams, and writes to none"],
  ["src/terminal/screen.ts", "a stream of a world", "it is the only writer"],
  ["src/terminal/screen.ts", "the stream of a screen", "it keeps the stream"],
  [
    "src/terminal/line-editor.ts",
    "the stream of a screen",
    "Node's line editor draws by itself; what it draws is cleaned there",
  ],
  ["src/terminal/line-editor.ts", "the line editor of Node", "the same"],
  ["src/sessions/archive-sessions.ts", "the line editor of Node", "it reads the lines of a file, and has no output"],
  ["src/repl/pipe-terminal.ts", "the line editor of Node", "it reads the lines of stdin, and has no output"],
  ["src/run/stream-run.ts", "the line editor of Node", "it reads the lines of stdin, and has no output"],
  [
    "src/config/edit-config.ts",
    "our terminal given to another program",
    "the user's own editor, which the user asked for",
  ],
  ["src/demo/child.ts", "our terminal given to another program", "that program is pawl, which uses Screen"],
  ["src/screen/outside.ts", "our terminal given to another program", "that program is the user's editor"],
  ["bin/pawl.js", "a stream of the process", "it runs before anything can be imported, and prints only fixed text"],
]

function waysIn(file: string, source: string): readonly string[] {
  const code = source.replace(/^\s*(?:\/\/|\/?\*).*$/gm, "")
  return Object.entries(WAYS)
    .filter(([, pattern]) => pattern.test(code))
    .map(([way]) => `${file}: ${way}`)
}

const allowed = ALLOWED.map(([file, way]) => `${file}: ${way}`)

describe("Screen", () => {
  const root = new URL("../../", import.meta.url)
  const files = ["src", "bin"].flatMap((folder) =>
    (readdirSync(new URL(folder, root), { recursive: true }) as string[]).map((file) => `${folder}/${file}`),
  )
  const sources = files.filter((file) => /\.[jt]s$/.test(file) && !/\.test\.ts$|\/__fixtures__\//.test(file))
  const found = sources.flatMap((file) => waysIn(file, readFileSync(new URL(file, root), "utf8")))

  it("is bypassed nowhere", () => {
    expect(sources.length).toBeGreaterThan(100)
    expect(found.filter((each) => !allowed.includes(each))).toEqual([])
  })

  it("has no unused exception", () => {
    expect(allowed.filter((each) => !found.includes(each))).toEqual([])
  })

  it.each([
    'process.stdout.write("x")',
    "process . stderr\n  .write(line)",
    "const stream = process.stdout",
    "const { stderr } = process",
    "const { stdout: screen } = process",
    'process["stdout"].write("x")',
    "const own = process\n",
    'import { stdout } from "node:process"',
    'console.log("x")',
    "const { log } = console",
    'console["error"](x)',
    "fs.writeSync(1, text)",
    "writeFileSync(2, text)",
    'appendFileSync("/dev/tty", text)',
    'createWriteStream("", { fd: 2 })',
    'import { WriteStream } from "node:tty"',
    'import { createInterface } from "node:readline"',
    'import { createInterface, type Interface } from "node:readline/promises"',
    "world().stdout.write(x)",
    "world() . stderr\n  .write(line)",
    "const { stderr } = world()",
    "const { env, stdout: screen } = here",
    "Screen.streamOf(out).write(x)",
    'spawn(command, { stdio: "inherit" })',
    'spawn(command, { stdio: ["ignore", 1, 2] })',
    "process.stdin.write(x)",
  ])("is bypassed with %j", (source) => {
    expect(waysIn("x.ts", source)).not.toEqual([])
  })

  it.each([
    "// console.log is not for us, nor is process.stdout",
    "if (process.stdin.isTTY && process.stdout.isTTY) run()",
    'import type { Interface } from "node:readline"',
    "out.write(text)",
    "const { env } = process",
    "styleFor({ isTTY: here.stdout.isTTY === true })",
    "const { stdin } = world()",
    "const { stdout, stderr } = await ended",
  ])("is not bypassed with %j", (source) => {
    expect(waysIn("x.ts", source)).toEqual([])
  })
})
