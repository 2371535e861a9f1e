// What a person is asked on the screen: approvals and questions, and which keys answer them.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hasTmux, type ScreenPlace, screenPlace } from "./__fixtures__/screen-story.ts"

let place: ScreenPlace

beforeAll(async () => {
  place = await screenPlace()
})

afterAll(() => place.close())

describe.runIf(hasTmux)("an approval", () => {
  it("is one key, and what was typed before it stays a draft", async () => {
    const pawl = await place.start()
    await pawl.type("count")
    await pawl.press("Enter")
    await pawl.type("y this is a draft")
    await pawl.see("[y]es")
    // The y of the draft has approved nothing.
    expect(await pawl.screen()).toContain("waiting for your approval")
    expect(await pawl.screen()).toMatch(/session .*would allow run_command/)
    await pawl.type("y")
    const screen = await pawl.see("The tool said")
    expect(screen).toContain("y this is a draft")
    // What was said about the choices goes with the question.
    expect(screen).not.toContain("would allow")
  })

  it("is not given by a y that comes just as it is asked", async () => {
    const pawl = await place.start()
    await pawl.type("count")
    await pawl.press("Enter")
    let isAsked = false
    const asked = pawl.see("a question is waiting").finally(() => {
      isAsked = true
    })
    while (!isAsked) await pawl.type("y")
    await asked
    const screen = await pawl.see("[y]es")
    expect(screen).toContain("waiting for your approval")
    expect(screen).not.toContain("The tool said")
  })

  it("has its choices again after Esc, from the reason and from the arguments", async () => {
    const pawl = await place.start()
    await pawl.type("count")
    await pawl.press("Enter")
    await pawl.see("[y]es")
    await pawl.type("n")
    await pawl.see("the reason, for the model (Enter: none, Esc goes back)")
    await pawl.type("half a reason")
    await pawl.press("Escape")
    await pawl.see("[y]es")
    await pawl.type("e")
    await pawl.see(/arguments \(Esc goes back\):[\s\S]*\{"command":"seq 1 40"\}/)
    await pawl.press("Escape")
    const screen = await pawl.see("[y]es")
    expect(screen).not.toMatch(/half a reason|\{"command"|cancelled/)
    await pawl.type("y")
    await pawl.see("The tool said")
  })

  it("names the key after an editor has left something else than JSON", async () => {
    const pawl = await place.start("", { columns: 120, env: { EDITOR: "sed -i s/{/broken/" } })
    await pawl.type("count")
    await pawl.press("Enter")
    await pawl.see("[y]es")
    await pawl.type("e")
    await pawl.see("the arguments stay as they are. Press e to try again.")
    await pawl.see("[y]es")
  })

  it("is denied with a reason, and words that are typed meanwhile are a draft and decide nothing", async () => {
    const pawl = await place.start()
    await pawl.type("count")
    await pawl.press("Enter")
    await pawl.see("[y]es")
    await pawl.type("that says yes")
    await pawl.see("when you stop typing")
    await pawl.see("[y]es")
    expect(await pawl.screen()).toContain("waiting for your approval")
    await pawl.type("n")
    await pawl.see("the reason, for the model")
    await pawl.type("not today")
    await pawl.press("Enter")
    const screen = await pawl.see(/The tool said: .*not today/)
    expect(screen).toMatch(/run_command.*denied/)
    expect(screen).toContain("that says yes")
    expect(screen).not.toContain("queued")
  })

  it("is chosen with arrows, too", async () => {
    const pawl = await place.start()
    await pawl.type("count")
    await pawl.press("Enter")
    await pawl.see("[y]es")
    await pawl.press("Right")
    await pawl.see("▸ [y]es")
    await pawl.press("Enter")
    await pawl.see("The tool said")
  })

  it("shows what the edited call does, before it runs", async () => {
    const pawl = await place.start("", { cwd: place.work, rows: 40, env: { EDITOR: "sed -i s/two/three/" } })
    await pawl.type("write")
    await pawl.press("Enter")
    await pawl.see("[y]es")
    await pawl.type("e")
    await pawl.see(/Edited by you:\n.*\+ one\n.*\+ three[\s\S]*\[y\]es/)
    expect(existsSync(join(place.work, "a.txt"))).toBe(false)
    await pawl.type("y")
    await pawl.see("The tool said")
    expect(readFileSync(join(place.work, "a.txt"), "utf8")).toBe("one\nthree\n")
    rmSync(join(place.work, "a.txt"))
  })

  it("is not asked for a call that can have no effect", async () => {
    const pawl = await place.start()
    writeFileSync(join(pawl.cwd, "a.txt"), "something else\n")
    await pawl.type("futile")
    await pawl.press("Enter")
    const screen = await pawl.see("The tool said: old_text does not stand")
    expect(screen).not.toContain("[y]es")
  })

  it("is not asked in another mode, which Shift-Tab chooses", async () => {
    const pawl = await place.start("", { cwd: place.work })
    await pawl.press("BTab")
    await pawl.see("mode edits")
    await pawl.type("write")
    await pawl.press("Enter")
    await pawl.see("The tool said")
    expect(existsSync(join(place.work, "a.txt"))).toBe(true)
    await pawl.press("BTab")
    await pawl.see("mode plan")
    await pawl.type("count")
    await pawl.press("Enter")
    const screen = await pawl.see(/run_command refused/)
    expect(screen).not.toContain("[y]es")
  })
})

describe.runIf(hasTmux)("a question", () => {
  it.each([
    ["a number", ["2"], "blue"],
    ["own words", ["g", "r", "e", "e", "n", "Enter"], "green"],
  ])("is answered by %s", async (_, keys, answer) => {
    const pawl = await place.start()
    await pawl.type("ask me")
    await pawl.press("Enter")
    await pawl.see(/a number, or your own words/)
    await pawl.press(...keys)
    const screen = await pawl.see(/The tool said: .*/)
    expect(screen).toMatch(new RegExp(`The tool said: .*${answer}`))
  })
})
