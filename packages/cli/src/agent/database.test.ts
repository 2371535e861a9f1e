// What `--database` refuses. test/postgres-cli.test.ts has what it does.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"

describe("--database", () => {
  let place: Place
  beforeEach(() => {
    place = makePlace()
  })
  afterEach(() => place.remove())

  it.each([
    [["--database", "mysql://eve:hunter22secret@host/db"], 52, /is the url of a PostgreSQL database/],
    [["--database", "postgres://x/y", "--server", "http://127.0.0.1:1"], 2, /leave --server or --database out/],
    [
      ["--database", "postgres://eve:hunter22secret@127.0.0.1:1/pawl"],
      1,
      /"pawl" on 127\.0\.0\.1:1 .*cannot be reached/,
    ],
  ])("refuses %j, and repeats no password", async (words, code, message) => {
    const ended = await place.pawl(["sessions", "list", ...words])
    expect(ended).toMatchObject({ code, stderr: expect.stringMatching(message) })
    expect(ended.stderr).not.toContain("hunter22secret")
  })

  it("cannot be chosen by a project, and is shown without its password", async () => {
    const env = { PAWL_DATABASE: "postgres://eve:hunter22secret@db.example/pawl" }
    const { stdout } = await place.pawl(["config"], { env })
    expect(stdout).toMatch(/^database +postgres:\/\/\S+db\.example\/pawl +environment \(PAWL_DATABASE\)$/m)
    expect(stdout).not.toContain("hunter22secret")
    writeFileSync(join(place.work, ".pawl.json"), JSON.stringify({ database: "postgres://db.example/pawl" }))
    const refused = await place.pawl(["sessions", "list"])
    expect(refused).toMatchObject({ stderr: expect.stringContaining("sets database, which a project may not decide") })
  })
})
