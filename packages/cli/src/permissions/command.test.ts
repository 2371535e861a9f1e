// `pawl permissions`, and approvals where no person can be asked.
import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(() => place.remove())

const pawl = (...words: readonly string[]) => place.pawl(words)
const noted = () => (existsSync(place.notes) ? readFileSync(place.notes, "utf8") : "")

describe("pawl permissions", () => {
  it.each([
    [["run_command", "command=ls; rm x"], "several commands"],
    [["run_command", "command=*"], "patterns have no effect"],
    [["run_command", "command=ls *"], "pattern of file names"],
    [["run_command"], "every command"],
    [["delete_file"], "needs an approval each time"],
  ])("refuses rules that allow nothing or everything: %j", async (words, why) => {
    const { code, stderr } = await pawl("permissions", "allow", ...words)
    expect(code).toBe(2)
    expect(stderr).toContain(why)
    expect((await pawl("permissions")).stdout).toContain("There are no permissions")
  })

  it("accepts a whole line, and an unknown tool with a warning", async () => {
    const whole = await pawl("permissions", "allow", "run_command", "command=cd sub && make $")
    expect(whole.stdout).toContain('the command "cd sub && make"')
    const other = await pawl("permissions", "allow", "wirte_file")
    expect(other.code).toBe(0)
    expect(other.stderr).toContain('no built-in tool "wirte_file"')
  })

  it("limits commands to the folder they were allowed in, and marks those without a folder as ineffective", async () => {
    const given = await pawl("permissions", "allow", "run_command", "command=npm test")
    expect(given.stdout).toContain(`in ${JSON.stringify(realpathSync(place.work))}`)
    const elsewhere = await pawl("permissions", "allow", "run_command", "command=npm test", "--cwd", "/usr")
    expect(elsewhere.stdout).toContain('in "/usr"')
    const path = join(place.home, "permissions.json")
    const kept = JSON.parse(readFileSync(path, "utf8"))
    const old = { tool: "run_command", scope: "always", where: { command: "make" } }
    writeFileSync(path, JSON.stringify({ grants: [...kept.grants, old] }))
    const [first, , third] = (await pawl("permissions")).stdout.split("\n")
    expect(first).not.toContain("no effect")
    expect(third).toMatch(/"make".*has no effect: .*; allow it again/)
  })

  it("L21: takes effect without a terminal, until revoked", async () => {
    await pawl("-p", "note one")
    expect(noted()).toBe("")
    await pawl("permissions", "allow", "note")
    await pawl("-p", "note two")
    expect(noted()).toBe("two\n")
    await pawl("permissions", "revoke", "1")
    await pawl("-c", "-p", "note three")
    expect(noted()).toBe("two\n")
  })
})

describe("an approval that waits", () => {
  it("F16: is not denied by a process without a terminal", async () => {
    const [id = ""] = (await pawl("-p", "note one", "--detach")).stdout.split("\n")
    await pawl("worker", "--once")
    const alone = await pawl("resume", id)
    expect(alone.code).toBe(42)
    expect(alone.stderr).toMatch(
      /waits for a person's decision \(approval\)\. Run "pawl resume \S+" on a terminal to decide/,
    )
    const facts = (await pawl("show", id, "--facts")).stdout
    expect(facts).not.toContain("approval-settled")
    expect((await pawl("resume", id, "--approve", "auto")).code).toBe(0)
    expect(noted()).toBe("one\n")
  })

  it("F16: is denied with --approve deny", async () => {
    const [id = ""] = (await pawl("-p", "note one", "--detach")).stdout.split("\n")
    await pawl("worker", "--once")
    expect((await pawl("resume", id, "--approve", "deny")).code).toBe(0)
    expect(noted()).toBe("")
  })
})
