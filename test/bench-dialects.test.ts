// `npm run bench -- dialects --data FILE` with a faulty file: the
// error is one line that names the fault, without a stack trace.
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, it } from "vitest"

const MAIN = fileURLToPath(new URL("../bench/main.ts", import.meta.url))
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-bench-"))
})

afterAll(() => rmSync(folder, { recursive: true }))

function bench(...words: readonly string[]) {
  const { NODE_OPTIONS: _, ...env } = process.env
  const how = { encoding: "utf8", env, timeout: 60_000 } as const
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--conditions=@pawl/source", MAIN, "dialects", ...words],
    how,
  )
  return { status, stdout, stderr }
}

function fileWith(content: unknown): string {
  const file = join(folder, "cases.json")
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content))
  return file
}

const right = { id: "a", dialect: "xml", input: "Hi.", expect: { text: "Hi.", calls: [] } }

it.each<[string, unknown, RegExp]>([
  ["broken JSON", '[{"id":', /cases\.json cannot be read as JSON: /],
  ["no array", { a: 1 }, /cases\.json is no JSON array of cases\.$/],
  ["a case that is no object", [right, 3], /: case 2 is no object\.$/],
  ["a case without expect", [{ ...right, expect: undefined }], /: case "a" has no "expect" with a "text" and "calls"/],
  ["a case without input", [{ ...right, input: undefined }], /: case "a" has no text "input"\.$/],
  ["an unknown dialect", [{ ...right, dialect: "latin" }], /: case "a" has the dialect "latin"; there are xml, /],
  ["a call without a name", [{ ...right, expect: { text: "", calls: [{}] } }], /: case "a" has no "expect" with/],
  ["alternatives that are none", [{ ...right, alternatives: [1] }], /: case "a" has "alternatives" that are no/],
])("reports in one line what is wrong with %s", (_, content, line) => {
  const { status, stdout, stderr } = bench("--data", fileWith(content))
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" })
  expect(stderr.trimEnd().split("\n")).toEqual([expect.stringMatching(line)])
})

it.each<[string, readonly string[], RegExp]>([
  ["a file that is not there", ["--data", "/nowhere/at/all.json"], /^There is no file \/nowhere\/at\/all\.json\.$/],
  ["a folder", ["--data", tmpdir()], /cannot be read as JSON: EISDIR/],
  ["an option without its file", ["--data"], /--data/],
  ["an unknown option", ["--date", "x"], /--date/],
])("reports in one line what is wrong with %s", (_, words, line) => {
  const { status, stderr } = bench(...words)
  expect(status).toBe(2)
  expect(stderr.trimEnd().split("\n")).toEqual([expect.stringMatching(line)])
})
