// Files in the REPL: named with @, completed with Tab; and a pasted megabyte.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { PNG, pdf } from "../__fixtures__/attachable.ts"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"
import { startInside } from "../__fixtures__/pty.ts"

const CTRL_D = "\u0004"
let place: Place

beforeEach(() => {
  place = makePlace()
  writeFileSync(join(place.work, "report.pdf"), pdf("Quarterly figures: 42"))
  writeFileSync(join(place.work, "with space.png"), PNG)
})

afterEach(() => place.remove())

describe("the REPL", () => {
  it("attaches files named with @, reports them, and completes paths with Tab", async () => {
    const { type, see } = startInside(place, ["--profile", "chat-service"])
    await see("\n> ")
    type("See @rep\t")
    await see("See @report.pdf")
    type(", @wi\t")
    await see('@"with space.png"')
    type(" and @gone.pdf\r")
    await see(/attached: report\.pdf \(\d+ bytes\), with space\.png \(70 bytes\)/)
    await see("file 'gone.pdf' could not be read: no such file")
    await see('You said: See @report.pdf, @"with space.png" and @gone.pdf')
    await see("Quarterly figures: 42")
    await see("> ")
    type(CTRL_D)
  })

  it("accepts a paste of a megabyte at once, and sends all of it", async () => {
    const { type, see, ended } = startInside(place, ["--profile", "chat-service"])
    await see("\n> ")
    const began = performance.now()
    type(`length \u001b[200~${"word\n".repeat(200_000)}\u001b[201~`)
    await see("length [paste 1: 200,000 lines, 999,999 characters]")
    type("\r")
    // The model's window decides how much of it the model sees.
    await see(/\d+ characters\r?\n/)
    expect(performance.now() - began).toBeLessThan(20_000)
    await see("> ")
    type(CTRL_D)
    expect(await ended).toBe(0)
    expect(() => readFileSync(join(place.home, "history"), "utf8")).toThrow()
  })
})
