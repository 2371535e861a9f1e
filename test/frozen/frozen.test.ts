// Compares Pawl's output with the recording, byte for byte: old databases are read unchanged, and the same stories end
// in the same facts, events and requests. `npm run freeze` records anew, and its header says when that may be done.
//
// Left out, because it differs each time: bytes of the database
// file itself, process ids, and the port of the model server.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { filesIn, RECORDED, runMain } from "./run-main.ts"
import { stories } from "./stories.ts"

const recorded = filesIn(RECORDED)
const folder = mkdtempSync(join(tmpdir(), "pawl-frozen-test-"))
let played: ReadonlyMap<string, string>
let read: ReadonlyMap<string, string>

beforeAll(async () => {
  const [playedIn, readIn] = [join(folder, "played"), join(folder, "read")]
  await Promise.all([runMain("play", playedIn), runMain("read", readIn)])
  played = filesIn(playedIn)
  read = filesIn(readIn)
}, 600_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const PLAYED = ["facts.jsonl", "events.jsonl", "requests.jsonl", "told.jsonl", "results.jsonl", "state.jsonl"]
const READ = ["facts.jsonl", "events.jsonl", "state.jsonl", "recorded-requests.jsonl"]
const each = (files: readonly string[]) =>
  stories.flatMap(({ name }) => files.map((file) => [`${name}/${file}`] as const))
const printed = [...recorded.keys()].filter((path) => path.endsWith(".txt")).map((path) => [path] as const)

// Prompts name the operating system, and the recording says "linux".
describe.runIf(process.platform === "linux")("the frozen recording", () => {
  it.each(each(READ))("is what an old database yields: %s", (path) => {
    expect(difference(read, path)).toBeUndefined()
  })

  it.each(printed)("is what pawl prints: %s", (path) => {
    expect(difference(read, path)).toBeUndefined()
  })

  it.each(each(PLAYED))("is what the story yields when it is played again: %s", (path) => {
    expect(difference(played, path)).toBeUndefined()
  })

  it("covers every story and every command", () => {
    const now = new Set([...played.keys(), ...read.keys()])
    expect([...now].sort()).toEqual([...recorded.keys()])
  })
})

/** The first line that differs from the recording, short enough to read. */
function difference(now: ReadonlyMap<string, string>, path: string): unknown {
  const [is = "", was = ""] = [now.get(path), recorded.get(path)]
  if (now.has(path) && recorded.has(path) && is === was) return undefined
  const [lines, wanted] = [is.split("\n"), was.split("\n")]
  const line = wanted.findIndex((each, index) => each !== lines[index])
  const at = line === -1 ? wanted.length : line
  const from = Math.max(0, firstDifference(lines[at] ?? "", wanted[at] ?? "") - 80)
  const shown = (text: string | undefined) => text?.slice(from, from + 240)
  return { line: at + 1, column: from + 1, was: shown(wanted[at]), is: shown(lines[at]) }
}

function firstDifference(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}
