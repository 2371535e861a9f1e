// How a window that is not looked at calls a person: by title, bell and notification.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hasTmux, type ScreenPlace, screenPlace } from "./__fixtures__/screen-story.ts"

let place: ScreenPlace

beforeAll(async () => {
  place = await screenPlace()
})

afterAll(() => place.close())

const [LEFT, FOCUSED] = ["\u001b[O", "\u001b[I"]
const ENDED = "\u001b]9;Pawl has finished\u0007\u0007"
const ASKS = "\u001b]9;Pawl has a question\u0007\u0007"
const until = (get: () => unknown) => expect.poll(get, { timeout: 20_000 })

describe.runIf(hasTmux)("attention", () => {
  it("is called when a turn ends and when it asks, while another window is looked at", async () => {
    const pawl = await place.start()
    await until(() => pawl.written()).toContain("\u001b[?1004h")
    await pawl.type(LEFT)
    await pawl.type("hello")
    await pawl.press("Enter")
    await pawl.see("You said: hello")
    await until(() => pawl.written()).toContain(ENDED)
    await until(() => pawl.title()).toMatch(/^! pawl: work-/)
    await pawl.type(FOCUSED)
    await until(() => pawl.title()).toMatch(/^pawl: work-/)
    await pawl.type(LEFT)
    await pawl.type("count")
    await pawl.press("Enter")
    await until(() => pawl.written()).toContain(ASKS)
    await until(() => pawl.title()).toMatch(/^\? pawl: work-/)
  })

  it("is not called while the window is looked at", async () => {
    const pawl = await place.start()
    await pawl.type(FOCUSED)
    await pawl.type("count")
    await pawl.press("Enter")
    await pawl.see("[y]es")
    await pawl.type("y")
    await pawl.see("The tool said")
    await pawl.unsee("Esc stops")
    expect(pawl.written()).not.toContain("\u001b]9;")
  })
})
