// npm run bench -- dialects [--data FILE]: checks the parsers with a corpus of written answers, Pawl's own or FILE's, and
// measures how fast the xml parser passes plain text on. FILE is a JSON array of cases as in
// packages/agent/src/model/dialects/__fixtures__.
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { messageOf } from "../packages/agent/src/contracts/error.ts"
import {
  asExpected,
  CORPUS_DIALECTS,
  type CorpusCase,
  isRight,
  parseAnswer,
} from "../packages/agent/src/model/dialects/__fixtures__/corpus.ts"
import { xml } from "../packages/agent/src/model/dialects/xml.ts"
import { round, table } from "./figures.ts"

export async function run(): Promise<void> {
  const cases = givenCases()
  if (typeof cases === "string") {
    console.error(cases)
    process.exitCode = 2
    return
  }
  const wrong = cases.filter((each) => !check(each))
  for (const each of wrong) explain(each)
  const rows = [...new Set(cases.map(({ dialect }) => dialect))].map((dialect) => {
    const own = (list: readonly CorpusCase[]) => list.filter((each) => each.dialect === dialect).length
    return [dialect, own(cases), own(cases) - own(wrong)]
  })
  console.log(table(["dialect", "cases", "right"], rows))
  console.log("\nThe xml reader on plain text")
  const speeds = PIECES.map((length) => ({ length, speed: measure(length) }))
  const shown = speeds.map(({ length, speed }) => [length, round(speed, 0)])
  console.log(table(["characters a piece", "MB/s"], shown))
  const mbPerSecond = round(Math.min(...speeds.map(({ speed }) => speed)), 1)
  console.log(
    `\n${JSON.stringify({ bench: "dialects", cases: cases.length, right: cases.length - wrong.length, mbPerSecond })}`,
  )
}

/** The cases, or a line that says why there are none. */
function givenCases(): readonly CorpusCase[] | string {
  try {
    const { values } = parseArgs({ args: process.argv.slice(3), options: { data: { type: "string" } } })
    return values.data === undefined ? ownCases() : readCases(values.data)
  } catch (error) {
    return messageOf(error).replace(/\s*\n\s*/g, " ")
  }
}

function ownCases(): readonly CorpusCase[] {
  const folder = new URL("../packages/agent/src/model/dialects/__fixtures__/", import.meta.url)
  return CORPUS_DIALECTS.flatMap((name) => readCases(fileURLToPath(new URL(`${name}.json`, folder))))
}

function readCases(file: string): readonly CorpusCase[] {
  const cases = parsed(file)
  if (!Array.isArray(cases)) throw new Error(`${file} is no JSON array of cases.`)
  for (const [index, each] of cases.entries()) {
    const problem = problemOf(each)
    if (problem !== undefined) throw new Error(`${file}: ${nameOf(each, index)} ${problem}.`)
  }
  return cases
}

function parsed(file: string): unknown {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch (error) {
    throw new Error(`${file} cannot be read as JSON: ${messageOf(error)}`, { cause: error })
  }
}

function nameOf(given: unknown, index: number): string {
  return isRecord(given) && typeof given.id === "string" ? `case "${given.id}"` : `case ${index + 1}`
}

function problemOf(given: unknown): string | undefined {
  if (!isRecord(given)) return "is no object"
  const missing = ["id", "dialect", "input"].find((key) => typeof given[key] !== "string")
  if (missing !== undefined) return `has no text "${missing}"`
  if (!CORPUS_DIALECTS.includes(String(given.dialect)))
    return `has the dialect "${given.dialect}"; there are ${CORPUS_DIALECTS.join(", ")}`
  if (!isExpected(given.expect)) return 'has no "expect" with a "text" and "calls" that have a "name" and "args"'
  const { alternatives = [] } = given
  if (!Array.isArray(alternatives) || !alternatives.every(isExpected)) return 'has "alternatives" that are no such list'
  return undefined
}

function isExpected(given: unknown): boolean {
  if (!isRecord(given) || typeof given.text !== "string" || !Array.isArray(given.calls)) return false
  return given.calls.every((call) => isRecord(call) && typeof call.name === "string" && isRecord(call.args))
}

function isRecord(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === "object" && given !== null && !Array.isArray(given)
}

/** Correct as one piece, and also when it arrives character by character. */
function check(each: CorpusCase): boolean {
  const whole = read(each, [each.input])
  return whole !== undefined && isRight(each, whole) && JSON.stringify(read(each, each.input)) === JSON.stringify(whole)
}

/** A parser that throws counts as one wrong case; the benchmark goes on. */
function read(each: CorpusCase, pieces: Iterable<string>) {
  try {
    return parseAnswer(each.dialect, pieces)
  } catch (error) {
    console.log(`${each.id}: ${error}`)
    return undefined
  }
}

function explain(each: CorpusCase): void {
  const got = read(each, [each.input])
  console.log(`${each.id} (${each.dialect})`)
  console.log(`  expected ${short(JSON.stringify(each.expect))}`)
  console.log(`  got      ${short(JSON.stringify(got && asExpected(got)))}`)
}

function short(line: string | undefined): string {
  return line === undefined || line.length <= 300 ? String(line) : `${line.slice(0, 300)}…`
}

const PIECES = [64, 256, 4096]
const ROUNDS = 6
const MEGABYTES = 20

/** Megabytes of UTF-8 a second, the best of several rounds: other load can only make it slower. */
function measure(length: number): number {
  const pieces = cut(plainText(), length)
  const bytes = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0)
  return Math.max(...Array.from({ length: ROUNDS }, () => bytes / 1e6 / seconds(pieces)))
}

/** Measures this thread's CPU time: waiting on a busy machine says nothing about the parser. */
function seconds(pieces: readonly string[]): number {
  let told = 0
  const before = process.threadCpuUsage()
  const reader = xml().read([], {
    onText: (delta) => {
      told += delta.length
    },
    onThinking: () => {},
  })
  for (const piece of pieces) reader.push(piece)
  const { text } = reader.end()
  const { user, system } = process.threadCpuUsage(before)
  if (told !== text.length || told !== pieces.reduce((sum, piece) => sum + piece.length, 0))
    throw new Error("Text was lost.")
  return (user + system) / 1e6
}

function plainText(): string {
  return PARAGRAPH.repeat(Math.ceil((MEGABYTES * 1e6) / Buffer.byteLength(PARAGRAPH)))
}

/** Pieces are separate strings, as they come from the wire. */
function cut(text: string, length: number): readonly string[] {
  const bytes = Buffer.from(text, "utf16le")
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += 2 * length) pieces.push(bytes.toString("utf16le", at, at + 2 * length))
  return pieces
}

const PARAGRAPH = `The reader passes plain text on as it arrives, and holds back only what could become a call. Prose is most of what a
model writes: sentences, lists, a heading now and then, names like \`report.txt\` or \`fs.read\`, and the odd sign, as in 3 < 4,
R&D, "x & y" or a <b>bold</b> word. It may speak of Größe, of naïve ideas and of 世界, and it may show code:

\`\`\`ts
export function smallest<T>(list: readonly T[], isLess: (a: T, b: T) => boolean): T | undefined {
  let found = list[0]
  for (const each of list) if (found !== undefined && isLess(each, found)) found = each
  return found && list.length > 0 ? found : undefined
}
\`\`\`

- The first point says that <toolbar> is not a tag of ours, and neither is </template>.
- The second one says nothing at all, at some length, so that there is a line without any sign that could matter here.
- The third has a table | with | cells, a link to [the guide](https://example.com/guide?a=1&b=2), and ends here.

`
