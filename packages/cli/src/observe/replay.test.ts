// Replays, recorded requests, backups and copies of sessions, through the real command and a real database.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import Database from "better-sqlite3"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"

let place: Place
let id: string
const KEY = "sk-verysecret1234567890"

beforeAll(async () => {
  place = makePlace()
  const ask = async (...words: readonly string[]) =>
    JSON.parse((await place.pawl([...words, "--output-format", "json"])).stdout).session as string
  id = await ask("-p", "note the Marble", "--approve", "auto", "--title", "Stones")
  await ask("-p", `my key is ${KEY}`, "--title", "Keys")
})
afterAll(() => place.remove())

/** Changes the log directly in the database. */
function tamper(sql: string, ...values: readonly unknown[]): void {
  const db = new Database(join(place.home, "pawl.db"))
  db.prepare(sql).run(...values)
  db.close()
}

describe("pawl replay", () => {
  it("says that a session replays exactly, and exits 0", async () => {
    const { code, stdout } = await place.pawl(["replay", "Stones"])
    expect([code, stdout]).toEqual([0, `Session ${id} replays exactly: 9 facts, 4 steps, profile default.\n`])
    const json = await place.pawl(["replay", id, "--until", "4", "--json"])
    expect(JSON.parse(json.stdout)).toEqual({ session: id, profile: "default", exact: true, facts: 4, steps: 1 })
  })

  it("says where another profile decides differently, and exits 1", async () => {
    const { code, stdout } = await place.pawl(["replay", "Stones", "--with-profile", "xml-tools"])
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /diverges at fact 9 \(turn-finished\), profile xml-tools: the rules decide differently\.\n {2}expected {2}nudge .*\n {2}found {5}turn-finished completed/,
    )
    const limit = await place.pawl(["replay", "Stones", "--max-iterations", "1"])
    expect([limit.code, limit.stdout]).toEqual([1, expect.stringMatching(/at fact 7[\s\S]*--max-iterations NUMBER/)])
  })

  it("finds an edited fact", async () => {
    const swap =
      "update facts set body = replace(body, ?, ?) where body like '%turn-finished%' and body like '%Marble%'"
    tamper(swap, "note: noted the Marble", "note: noted the Granite")
    const { code, stdout } = await place.pawl(["replay", "Stones", "--json"])
    tamper(swap.replace("%Marble%", "%Granite%"), "note: noted the Granite", "note: noted the Marble")
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ exact: false, at: 9, kind: "rules-changed" })
    expect((await place.pawl(["replay", "Stones"])).code).toBe(0)
  })

  it("writes a self-contained test that fails when the rules change", async () => {
    const folder = join(place.root, "project")
    mkdirSync(folder)
    symlinkSync(fileURLToPath(new URL("../../../../node_modules", import.meta.url)), join(folder, "node_modules"))
    const file = join(folder, "stones.test.mjs")
    const written = await place.pawl(["replay", "Stones", "--as-test", file])
    expect([written.code, written.stdout]).toEqual([0, expect.stringContaining(`Wrote ${file}`)])
    const run = () =>
      spawnSync(process.execPath, ["--conditions=@pawl/source", "--test", file], {
        cwd: folder,
        encoding: "utf8",
        env: { ...process.env, VITEST: undefined, NODE_TEST_CONTEXT: undefined, NODE_OPTIONS: undefined },
      })
    expect(run()).toMatchObject({ status: 0, stdout: expect.stringMatching(/replays exactly/) })
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace('"text":"note: noted the Marble","usage"', '"text":"x","usage"'),
    )
    expect(run()).toMatchObject({ status: 1, stdout: expect.stringMatching(/rules-changed/) })
    const again = await place.pawl(["replay", "Stones", "--as-test", file])
    expect([again.code, again.stderr]).toEqual([42, expect.stringMatching(/the file exists already/)])
  })

  it.each<[readonly string[], number, RegExp]>([
    [["replay", "missing"], 42, /There is no session "missing"/],
    [["replay", "Stones", "--until", "x"], 2, /--until cannot be "x"/],
    [["replay", "Stones", "--with-profile", "x"], 2, /There is no profile "x"/],
    [["show", "Stones", "--requests", "--call", "0"], 2, /--call cannot be "0"/],
    [["show", "Stones", "--requests", "--call", "99"], 42, /There is no model call 99/],
    [["sessions", "backup"], 2, /Back up to where\?/],
    [["sessions", "import"], 2, /Import what\?/],
    [["sessions", "import", "nowhere.jsonl"], 42, /There is no file "nowhere.jsonl"/],
    [["sessions", "import", "."], 42, /"\." is a folder/],
    [["sessions", "import", "-"], 42, /Line 1 of the export/],
    [["sessions", "search", "***"], 2, /Name the words to search for/],
  ])("refuses %j with %i", async (words, exit, message) => {
    const { code, stderr } = await place.pawl(words)
    expect([code, stderr]).toEqual([exit, expect.stringMatching(message)])
  })
})

describe("pawl show", () => {
  it("is short for pawl sessions show", async () => {
    const short = await place.pawl(["show", "Stones"])
    expect([short.code, short.stdout]).toEqual([0, (await place.pawl(["sessions", "show", "Stones"])).stdout])
  })

  it("--requests shows the request of each call (X28)", async () => {
    const { code, stdout } = await place.pawl(["show", "Stones", "--requests"])
    expect(code).toBe(0)
    expect(stdout).toMatch(/Call 1: .*attempt 1\.1\.1 fact 3, .*answered in \d+ ms\n {2}system +\d+ characters\n/)
    expect(stdout).toMatch(
      /Call 2: [\s\S]*user +note the Marble\n {2}assistant -> note text="the Marble"\n {2}tool note +noted the Marble\n/,
    )
    const whole = (await place.pawl(["show", "Stones", "--requests", "--call", "2"])).stdout
    expect(whole).toMatch(
      /\[system\]\nYou are a careful assistant[\s\S]*\[tools\]\n\{"name":"note"[\s\S]*\[tool note\]\nnoted the Marble/,
    )
    expect(whole).not.toContain("Call 1:")
    const json = (await place.pawl(["show", "Stones", "--requests", "--json"])).stdout.trimEnd().split("\n")
    expect(json.map((line) => JSON.parse(line).call)).toEqual([1, 2])
  })

  it("--requests removes secrets (X28)", async () => {
    for (const how of [[], ["--call", "1"], ["--json"]]) {
      const { stdout } = await place.pawl(["show", "Keys", "--requests", ...how])
      expect(stdout).toContain("my key is [redacted]")
      expect(stdout).not.toContain(KEY)
    }
  })

  it("--requests reports missing content", async () => {
    const copy = join(place.root, "gone.db")
    await place.pawl(["sessions", "backup", copy])
    const home = join(place.root, "gone")
    mkdirSync(home)
    const db = new Database(copy)
    db.exec("delete from blobs")
    db.exec(`vacuum into '${join(home, "pawl.db")}'`)
    db.close()
    const { code, stdout } = await place.pawl(["show", "Stones", "--requests"], { env: { PAWL_HOME: home } })
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/system: this content \(blob [0-9a-f]{64}\) is no longer/),
    ])
  })
})

describe("pawl sessions", () => {
  it("searches with an index beside the database, and forgets removed sessions (X16)", async () => {
    const { session } = JSON.parse(
      (await place.pawl(["-p", "Tell me about quicksilverfish", "--output-format", "json"])).stdout,
    )
    const found = await place.pawl(["sessions", "search", "quicksilver"])
    expect(found.stdout).toMatch(new RegExp(`^${session.slice(0, 8)}\\w* .*\\n +.*quicksilverfish`))
    expect(JSON.parse((await place.pawl(["sessions", "search", "marble", "note", "--json"])).stdout)).toMatchObject([
      { id, title: "Stones", excerpt: expect.stringMatching(/Marble/) },
    ])
    const index = join(place.home, "pawl.db-search")
    expect(readFileSync(index, "latin1")).toContain("quicksilverfish")
    await place.pawl(["sessions", "rm", session, "--yes"])
    for (const file of [index, join(place.home, "pawl.db")])
      expect(readFileSync(file, "latin1")).not.toContain("quicksilverfish")
    expect((await place.pawl(["sessions", "search", "quicksilver"])).stdout).toBe(
      'No session contains "quicksilver".\n',
    )
  })

  it("backs up while a turn runs, never overwrites a file, and the copy is a database", async () => {
    const running = place.start(["-p", "note while writing", "--approve", "auto"])
    const file = join(place.root, "copy.db")
    const { code, stdout } = await place.pawl(["sessions", "backup", file])
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^Wrote .*copy\.db: \d+ sessions, \d+ facts, \d+ blobs, [\d.]+ kB\. The copy was read again and is intact\.\n$/,
    )
    await running.ended
    expect((await place.pawl(["sessions", "backup", file])).code).toBe(42)
    const home = join(place.root, "restored")
    mkdirSync(home)
    writeFileSync(join(home, "pawl.db"), readFileSync(file))
    const { stdout: shown } = await place.pawl(["show", "Stones"], { env: { PAWL_HOME: home } })
    expect(shown).toBe((await place.pawl(["show", "Stones"])).stdout)
  })

  it("says how much a vacuum freed", async () => {
    tamper("insert into blobs (hash, bytes) values ('large', randomblob(3000000))")
    tamper("delete from blobs where hash = 'large'")
    const { code, stdout } = await place.pawl(["sessions", "vacuum"])
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^Freed [23]\.\d MB: the database had [\d.]+ MB and has [\d.]+ kB now\.\n$/),
    ])
  })

  it("imports an export with attachments into another home, and refuses an incomplete one (X16)", async () => {
    writeFileSync(join(place.work, "list.txt"), "bread, butter")
    await place.pawl(["-p", "note this", "--attach", "list.txt", "--approve", "auto", "--title", "Shopping"])
    const { stdout } = await place.pawl(["sessions", "export", "Shopping"])
    const file = join(place.root, "shopping.jsonl")
    const home = join(place.root, "elsewhere")
    writeFileSync(file, stdout)
    const imported = await place.pawl(["sessions", "import", file], { env: { PAWL_HOME: home } })
    expect([imported.code, imported.stdout]).toEqual([
      0,
      expect.stringMatching(/^Imported \w+: \d+ facts, [3-9] blobs\.\n$/),
    ])
    const [, ...lines] = stdout.split("\n")
    const { stdout: copy } = await place.pawl(["sessions", "export", "Shopping"], { env: { PAWL_HOME: home } })
    expect(copy.split("\n").slice(1)).toEqual(lines)
    expect((await place.pawl(["replay", "Shopping"], { env: { PAWL_HOME: home } })).code).toBe(0)
    const again = await place.pawl(["sessions", "import", "-"], { env: { PAWL_HOME: home }, stdin: stdout })
    expect(again.stdout).toMatch(/^Imported \w+, because there is a session \w+ already/)
    writeFileSync(file, stdout.slice(0, stdout.length / 2))
    const nowhere = join(place.root, "nowhere")
    const half = await place.pawl(["sessions", "import", file], { env: { PAWL_HOME: nowhere } })
    expect([half.code, half.stderr]).toEqual([42, expect.stringMatching(/Line \d+ of the export/)])
    expect((await place.pawl(["sessions", "list", "--json"], { env: { PAWL_HOME: nowhere } })).stdout).toBe("[]\n")
    expect(existsSync(join(nowhere, "pawl.db"))).toBe(true)
  })
})
