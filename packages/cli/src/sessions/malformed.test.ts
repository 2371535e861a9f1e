// Every command that reads a log copes with facts that no version would store today.
import { join } from "node:path"
import Database from "better-sqlite3"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"

let place: Place
let id: string

beforeAll(async () => {
  place = makePlace()
  const asked = await place.pawl(["-p", "ask Which?", "--output-format", "json"])
  id = JSON.parse(asked.stdout).session
  // An earlier version stored these for a tool that asked without a question, and returned no list of parts.
  const db = new Database(join(place.home, "pawl.db"))
  const change = (type: string, without: string) =>
    db.prepare(`update facts set body = json_remove(body, '$.${without}') where body like '%"type":"${type}"%'`).run()
  expect(change("question-asked", "question").changes).toBe(1)
  expect(change("tool-finished", "content").changes).toBe(1)
  expect(change("turn-finished", "text").changes).toBe(1)
  db.prepare("delete from snapshots").run()
  db.close()
})
afterAll(() => place.remove())

describe("a malformed fact", () => {
  it("is shown as it is stored, and the others as usual", async () => {
    const { code, stdout } = await place.pawl(["sessions", "show", id, "--facts"])
    expect(code).toBe(0)
    expect(stdout).toMatch(/question-asked +malformed, as it stands: \{"v":1,.*"suggestions":\["red","blue"\]/)
    expect(stdout).toMatch(/model-asked +scripted/)
    expect(stdout.match(/malformed, as it stands/g)).toHaveLength(3)
  })

  it.each([
    [["sessions", "show"]],
    [["sessions", "export"]],
    [["trace"]],
    [["effects"]],
    [["audit"]],
    [["replay"]],
    [["undo", "--list"]],
    [["resume"]],
  ])("stops no command that reads the log: pawl %s", async (words) => {
    const [command = "", ...rest] = words
    const named = command === "sessions" ? [command, ...rest, id] : [command, id, ...rest]
    const { code, stderr } = await place.pawl(named)
    expect(stderr).not.toMatch(/Cannot read properties|is not iterable|is not a function|undefined/)
    expect([0, 1]).toContain(code)
  })

  it("does not stop the session from continuing", async () => {
    expect(await place.pawl(["-r", id, "-p", "hello"])).toMatchObject({ code: 0 })
  })
})
