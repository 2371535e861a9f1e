// Sub-agents, task list and notes, in scripts and on a terminal.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"
import { startInside } from "../__fixtures__/pty.ts"

const TEAM = `scripted:${fileURLToPath(new URL("../__fixtures__/team.ts", import.meta.url))}`
const env = { PAWL_MODEL: TEAM, PAWL_NOTES: "on" }

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(() => place.remove())

const pawl = (...words: readonly string[]) => place.pawl(words, { env })

describe("pawl --delegate", () => {
  it("shows the answer, names the child in the view of its parent, and lists it only with --all", async () => {
    const { code, stdout } = await pawl("--delegate", "--approve", "auto", "-p", "team")
    expect(stdout).toContain("It came back: Writer: ")
    expect(code).toBe(0)
    expect(existsSync(join(place.work, "w.txt"))).toBe(true)
    const { stdout: listed } = await pawl("sessions", "list", "--json")
    const [parent, ...others] = JSON.parse(listed) as { id: string }[]
    expect(others).toEqual([])
    const { stdout: all } = await pawl("sessions", "list", "--all")
    expect(all).toMatch(new RegExp(`Writer \\(of ${parent?.id.slice(0, 8)}\\)`))
    const { stdout: shown } = await pawl("show", parent?.id ?? "")
    expect(shown).toMatch(/Sub-agents\n {2}[0-9a-z]{26} {2}idle +Writer\n/)
    expect((await pawl("sessions", "rm", parent?.id ?? "", "--yes")).code).toBe(0)
    expect((await pawl("sessions", "list", "--all")).stdout).toContain("There are no sessions yet")
  })

  it("refuses calls of the child that need an approval when there is no terminal", async () => {
    const { stdout } = await pawl("--delegate", "-p", "team")
    expect(stdout).toContain("has to be allowed by somebody, and nobody is here")
    expect(existsSync(join(place.work, "w.txt"))).toBe(false)
  })

  it("X22: gives a read-only child no tool that writes", async () => {
    const { stdout } = await pawl("--delegate", "--approve", "auto", "-p", "look")
    expect(stdout).toContain('There is no tool "write_file"')
    expect(existsSync(join(place.work, "w.txt"))).toBe(false)
  })

  it("is needed to offer delegation", async () => {
    expect((await pawl("-p", "team")).stderr).toContain('expects the tool "delegate"')
  })
})

describe("the REPL", () => {
  function start(...words: readonly string[]) {
    return startInside(place, words, { env })
  }

  it("asks for approval of a sub-agent's calls, and names the sub-agent", async () => {
    const { say, see, type } = start("--delegate")
    await see("\n> ")
    await say("team", "[sub-agent Writer] Allow ", "[w]hy: ")
    expect(existsSync(join(place.work, "w.txt"))).toBe(false)
    await say("y", "It came back: Writer: ", "> ")
    expect(existsSync(join(place.work, "w.txt"))).toBe(true)
    type("\u0004")
  })

  it("X24, F26: shows tasks with their dependencies, and notes, also in a later process", async () => {
    const first = start()
    await first.see("\n> ")
    await first.say("list", "which plant?", "> ")
    await first.say("note", "Kept as note 1.", "> ")
    await first.say("/tasks", "[ ] 1 plant", "[ ] 2 water (after 1)", "> ")
    first.type("\u0004")
    await first.ended
    const second = start("-c")
    await second.see("\n> ")
    await second.say("/tasks", "[ ] 2 water (after 1)", "> ")
    await second.say("/notes", "1 Ann likes ferns [ann]", "> ")
    second.type("\u0004")
    await second.ended
    const [row] = JSON.parse((await pawl("sessions", "list", "--json")).stdout) as { id: string }[]
    const { stdout } = await pawl("show", row?.id ?? "")
    expect(stdout).toContain("Tasks\n  [ ] 1 plant\n  [ ] 2 water (after 1)\n")
    expect(stdout).toContain("Notes\n  1 Ann likes ferns [ann]\n")
  })
})
