// Drafts on disk.
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { Draft } from "./draft.ts"
import { processMark } from "./process-mark.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-draft-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** No process has such a number. */
let pid = 2 ** 30
/** Of a process that is gone when the next one reads. */
const draft = (workspace: string, clean = (text: string) => text) =>
  new Draft(join(folder, "drafts"), workspace, clean, `${++pid}-1`)

it("is there for the next process, in the same workspace only, and only its owner can read it", () => {
  const first = draft("/a")
  first.keep("hal")
  first.keep("half")
  first.flush()
  expect([draft("/a").read(), draft("/b").read()]).toEqual(["half", ""])
  const [name = ""] = readdirSync(join(folder, "drafts"))
  expect(statSync(join(folder, "drafts", name)).mode & 0o777).toBe(0o600)
})

it("is on disk with every key, and gone only a moment after it was sent", () => {
  const first = draft("/a")
  first.keep("half")
  expect(draft("/a").read()).toBe("half")
  first.keep("")
  expect(draft("/a").read()).toBe("half")
  first.keep("x".repeat(20_000))
  expect(draft("/a").read()).toBe("half")
  first.flush()
  expect(draft("/a").read()).toHaveLength(20_000)
})

it("is gone when it was sent", () => {
  const first = draft("/a")
  first.keep("half")
  first.flush()
  first.keep("")
  first.flush()
  expect(draft("/a").read()).toBe("")
})

it("of a process that still runs is left to it; that of one that is gone goes to the next, once", () => {
  const of = (pid: number) => new Draft(join(folder, "drafts"), "/a", (text) => text, processMark(pid))
  of(process.ppid).keep("typed elsewhere")
  draft("/a").keep("typed before a crash")
  const own = of(process.pid)
  expect(own.read()).toBe("typed before a crash")
  expect([own.read(), draft("/a").read()]).toEqual(["", ""])
  own.keep("")
  own.flush()
  expect(readdirSync(join(folder, "drafts"))).toEqual([expect.stringMatching(new RegExp(`\\.${process.ppid}-\\d+$`))])
})

it.each([
  ["this process, as in a container", `${process.pid}-1`],
  ["another one", `${process.ppid}-1`],
  ["this process, by a version that kept the number alone", `${process.pid}`],
])("is found when its process is gone and its number belongs to %s", (_, mark) => {
  new Draft(join(folder, "drafts"), "/a", (text) => text, mark).keep("precious")
  expect(new Draft(join(folder, "drafts"), "/a", (text) => text).read()).toBe("precious")
})

it("has no secrets", () => {
  const first = draft("/a", (text) => text.replace("s3cret", "[secret]"))
  first.keep("my s3cret")
  first.flush()
  expect(draft("/a").read()).toBe("my [secret]")
})
