// One database serves all folders, and a turn stays in the folder it began in.
import { existsSync, mkdirSync, realpathSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"

const MODEL = `scripted:${fileURLToPath(new URL("../__fixtures__/obedient.ts", import.meta.url))}`
const WRITE = JSON.stringify([["write_file", { path: "a.txt", content: "one" }]])

let place: Place
let other: string
beforeEach(() => {
  place = makePlace()
  other = join(place.root, "other")
  mkdirSync(other)
})
afterEach(() => place.remove())

const auto = ["--model", MODEL, "--approve", "auto"]

it("pawl worker leaves messages of another folder to a worker there, and reports that they wait", async () => {
  const id = (await place.pawl(["-p", WRITE, "--detach", "--model", MODEL])).stdout.trim()
  const elsewhere = await place.pawl(["worker", "--once", ...auto], { cwd: other })
  const there = realpathSync(place.work)
  expect(elsewhere).toMatchObject({ code: 0, stderr: expect.stringContaining("waiting-elsewhere sessions 1") })
  expect(elsewhere.stderr).toContain(there)
  for (const words of [
    ["resume", id],
    ["-r", id, "-p", "go on"],
  ]) {
    const refused = await place.pawl([...words, ...auto], { cwd: other })
    expect([refused.code, refused.stderr]).toEqual([42, expect.stringContaining(`pawl resume ${id} --cwd "${there}"`)])
  }
  expect([existsSync(join(other, "a.txt")), existsSync(join(place.work, "a.txt"))]).toEqual([false, false])
  expect(await place.pawl(["worker", "--once", ...auto])).toMatchObject({ code: 0 })
  expect([existsSync(join(other, "a.txt")), existsSync(join(place.work, "a.txt"))]).toEqual([false, true])
})

it("a new turn may move a session to another folder, with one note", async () => {
  const id = JSON.parse((await place.pawl(["-p", "hello", ...auto, "--output-format", "json"])).stdout)
    .session as string
  const moved = await place.pawl(["-r", id, "-p", WRITE, ...auto], { cwd: other })
  expect(moved).toMatchObject({ code: 0, stderr: expect.stringContaining("its tools work in") })
  expect(existsSync(join(other, "a.txt"))).toBe(true)
  const again = await place.pawl(["-r", id, "-p", "hello", ...auto], { cwd: other })
  expect(again.stderr).not.toContain("its tools work in")
  expect((await place.pawl(["replay", id])).stdout).toContain("replays exactly")
})
