// Coming back: commands without a name mean the last session of the folder, and ids are as short as they are unique.
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"
import { startInside } from "../__fixtures__/pty.ts"

let place: Place
let last: string

beforeAll(async () => {
  place = makePlace()
  await place.pawl(["-p", "earlier"])
  const { stdout } = await place.pawl(["-p", "hello", "--output-format", "json"])
  last = JSON.parse(stdout).session
})
afterAll(() => place.remove())

describe("the last session of this folder", () => {
  it.each([
    [["show"], /you +hello\n/],
    [["sessions", "show"], /you +hello\n/],
    [["trace"], /You said|hello|turn 1/],
    [["replay"], /replays exactly/],
    [["rewind"], /hello/],
    [["rewind", "1", "--dry-run", "--json"], /\{/],
    [["resume"], /^$/],
    [["fork"], /has the past of/],
  ])("is meant by pawl %j without a name", async (words, shown) => {
    const { code, stdout, stderr } = await place.pawl(words)
    expect([code, stdout]).toEqual([0, expect.stringMatching(shown)])
    if (words[0] === "resume") expect(stderr).toContain(`Session ${last} has nothing to finish`)
  })

  it("is not that of another folder", async () => {
    const other = join(place.root, "other")
    mkdirSync(other)
    const { code, stderr } = await place.pawl(["show"], { cwd: other })
    expect(code).toBe(2)
    expect(stderr).toBe('pawl: Which session? This folder has none yet. Name one; "pawl sessions list" shows them.\n')
  })
})

describe("ids in lists", () => {
  it("are as short as they are unique, and every one of them finds its session", async () => {
    const rows: readonly { readonly id: string }[] = JSON.parse(
      (await place.pawl(["sessions", "list", "--json"])).stdout,
    )
    const table = (await place.pawl(["sessions", "list"])).stdout.trimEnd().split("\n").slice(1)
    const names = table.map((line) => line.split(" ")[0] ?? "")
    expect(new Set(names).size).toBe(rows.length)
    for (const [at, name] of names.entries()) {
      const { id } = rows[at] ?? { id: "" }
      expect(id.startsWith(name) && name.length < id.length).toBe(true)
      expect(JSON.parse((await place.pawl(["show", name, "--json"])).stdout).id).toBe(id)
    }
    expect((await place.pawl(["sessions", "search", "earlier"])).stdout.split(" ")[0]).toBe(names.at(-1))
  })
})

describe("pawl with a prompt and no -p", () => {
  it("opens the conversation with it on a terminal", async () => {
    const { see, say, ended } = startInside(place, ["good morning"])
    await see("> good morning")
    await see("You said: good morning")
    await say("and again", "You said: and again")
    await say("/exit")
    expect(await ended).toBe(0)
  })

  it("answers it as -p does without a terminal", async () => {
    expect(await place.pawl(["good morning"])).toMatchObject({ code: 0, stdout: "You said: good morning\n" })
  })
})

describe("pawl where a turn was interrupted", () => {
  it("says so, and goes on with it if the user likes", async () => {
    const dead = makePlace()
    const { code } = await dead.spawned(["-p", "die x", "--approve", "auto"])
    expect(code).not.toBe(0)
    const first = startInside(dead)
    await first.see("The last turn in this folder was interrupted: die x.")
    await first.see("Go on with it?")
    await first.say("n", /Later: pawl resume \S+/)
    await first.say("/exit")
    expect(await first.ended).toBe(0)
    const second = startInside(dead)
    await second.see("Go on with it?")
    await second.say("", /die/)
    // The prompt comes when the turn is over.
    await second.see(/die: .*\n> /)
    await second.say("/exit")
    expect(await second.ended).toBe(0)
    expect((await dead.pawl(["sessions", "list"])).stdout).toMatch(/ idle +1 +die x/)
    await dead.remove()
  })
})
