// What is typed while a turn runs: a queue that can be edited, reordered, dropped from, and sent from at once.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hasTmux, type ScreenPlace, screenPlace } from "./__fixtures__/screen-story.ts"
import type { Tmux } from "./__fixtures__/tmux.ts"

let place: ScreenPlace

beforeAll(async () => {
  place = await screenPlace()
})

afterAll(() => place.close())

/** A turn that runs until it is released or stopped, and messages behind it. */
async function queue(...messages: readonly string[]): Promise<Tmux> {
  const pawl = await place.start()
  await pawl.type("wait")
  await pawl.press("Enter")
  await pawl.see("The first half.")
  for (const [index, message] of messages.entries()) {
    await pawl.type(message)
    await pawl.press("Enter")
    await pawl.see(`queued ${index + 1}: ${message}`)
  }
  return pawl
}

describe.runIf(hasTmux)("the queue", () => {
  it("gives a message back to be edited, and puts it back where it stood", async () => {
    const pawl = await queue("first thing", "second thing")
    await pawl.press("Up")
    await pawl.see("▸ queued 2: second thing")
    await pawl.press("Up", "Enter")
    await pawl.see(/^first thing$/m)
    expect(await pawl.screen()).toContain("queued 1: second thing")
    await pawl.type(" again")
    await pawl.press("Enter")
    await pawl.see(/queued 1: first thing again\n {2}queued 2: second thing\n/)
    // Another message goes to the end.
    await pawl.press("Up", "Up", "Enter")
    await pawl.see(/^first thing again$/m)
    await pawl.press("C-c")
    await pawl.unsee("first thing again")
    await pawl.type("third thing")
    await pawl.press("Enter")
    await pawl.see(/queued 1: second thing\n {2}queued 2: third thing\n/)
  })

  it("is reordered", async () => {
    const pawl = await queue("one thing", "two things", "three things")
    await pawl.press("Up", "M-Up")
    await pawl.see(/queued 1: one thing\n▸ queued 2: three things\n {2}queued 3: two things/)
    await pawl.press("M-Up")
    await pawl.see(/▸ queued 1: three things\n {2}queued 2: one thing\n {2}queued 3: two things/)
    await pawl.press("M-Down")
    await pawl.see(/queued 1: one thing\n▸ queued 2: three things\n {2}queued 3: two things/)
    await pawl.press("Escape")
    await pawl.see("Up chooses one")
    await pawl.press("Escape")
    await pawl.see(/> one thing[\s\S]*> three things[\s\S]*> two things/)
  })

  it("drops a message, which Ctrl-R still finds", async () => {
    const pawl = await queue("keep this", "forget this")
    await pawl.press("Up", "DC")
    await pawl.unsee("forget this")
    await pawl.press("Escape")
    await pawl.see("Up chooses one")
    await pawl.press("Escape")
    await pawl.see("> keep this")
    expect(await pawl.all()).not.toContain("You said: forget this")
    await pawl.press("C-r")
    await pawl.type("forget")
    await pawl.see(/history: forget_[\s\S]*forget this/)
  })

  it("sends the first, or the chosen message now", async () => {
    const pawl = await queue("first thing", "second thing", "third thing")
    await pawl.press("Up", "Up", "C-s")
    await pawl.see(/> second thing[\s\S]*queued 1: first thing[\s\S]*queued 2: third thing/)
    await pawl.press("Escape")
    await pawl.see("Up chooses one")
    await pawl.press("C-s")
    // The first turn has not ended: both have joined it.
    await pawl.see(/> second thing[\s\S]*> first thing[\s\S]*queued 1: third thing[\s\S]*answering/)
    place.release()
    await pawl.see("> third thing")
  })

  it("names every key on 40 columns, too", async () => {
    const pawl = await queue("a thing")
    await pawl.resize(40, 24)
    await pawl.see(/^ {2}Up chooses one, Ctrl-S sends the\n {4}first one now$/m)
    await pawl.press("Up")
    const screen = await pawl.see("▸ queued 1: a thing")
    expect(screen.replaceAll(/\s+/g, " ")).toContain(
      "Enter edits, Del drops, Alt-Up and Alt-Down move, Ctrl-S sends now, Esc leaves",
    )
  })

  it("lets a letter begin a new message", async () => {
    const pawl = await queue("a thing")
    await pawl.press("Up")
    await pawl.see("▸ queued 1")
    await pawl.type("other")
    await pawl.see(/^other$/m)
    expect(await pawl.screen()).toContain("  queued 1: a thing")
  })
})
