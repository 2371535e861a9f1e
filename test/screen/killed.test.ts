// No input is lost: the program or its window is killed at random moments while a person types and an answer streams. All that the
// screen has shown is there at the next start: the draft, the queue, the history.
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hasTmux, type ScreenPlace, screenPlace } from "./__fixtures__/screen-story.ts"
import type { Tmux } from "./__fixtures__/tmux.ts"

let place: ScreenPlace

beforeAll(async () => {
  place = await screenPlace()
})

afterAll(() => place.close())

/** The same numbers for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

interface Typed {
  readonly messages: readonly string[]
  readonly draft: string
}

/** Types for a while, during a turn. Resolves when the screen shows all of it. */
async function typeFor(pawl: Tmux, seed: number): Promise<Typed> {
  const random = numbers(seed)
  const messages = Array.from({ length: random(4) }, (_, at) => `message ${seed}-${at} ${"w".repeat(random(20))}`)
  await pawl.type("slow")
  await pawl.press("Enter")
  await pawl.see("Line 1.")
  for (const message of messages) {
    await pawl.type(message)
    await pawl.press("Enter")
    await pawl.see(`: ${message}`)
  }
  const draft = `draft ${seed} ${"x".repeat(random(40))}!`
  let at = 0
  while (at < draft.length) {
    const end = at + 1 + random(10)
    await pawl.type(draft.slice(at, end))
    at = end
  }
  await pawl.see(draft)
  return { messages, draft }
}

const KILLS: readonly (readonly [how: string, kill: (pawl: Tmux) => Promise<void>])[] = [
  ["the program", (pawl) => pawl.kill()],
  ["the window", (pawl) => pawl.close()],
]

describe.runIf(hasTmux).each(KILLS)("a kill of %s", (how, kill) => {
  it.each([1, 2, 3])("loses nothing that was shown (seed %i)", async (seed) => {
    const cwd = join(place.work, `${how}-${seed}`)
    mkdirSync(cwd)
    const pawl = await place.start("", { cwd })
    const { messages, draft } = await typeFor(pawl, seed)
    await kill(pawl)
    const again = await place.start("", { cwd, rows: 50, shows: /Go on with it\?/ })
    await again.press("Enter")
    await again.see(draft)
    for (const message of messages) await again.see(new RegExp(`(?:queued \\d|>).* ${message.slice(8)}`))
    await again.press("C-c")
    await again.unsee(draft)
    for (const message of messages) {
      await again.press("C-r")
      await again.type(message.slice(0, 11))
      await again.see(new RegExp(`history: ${message.slice(0, 11)}_.*\\n.*${message}`))
      await again.press("Escape")
      await again.unsee("history:")
    }
    expect(await again.screen()).toContain("mode ask")
  })
})

describe.runIf(hasTmux)("with --plain", () => {
  it("what was typed and not entered is at the next prompt", async () => {
    const cwd = join(place.work, "plain-draft")
    mkdirSync(cwd)
    const pawl = await place.start("--plain", { cwd, shows: /^>/m })
    await pawl.type("half a thought")
    await pawl.see("> half a thought")
    await expect.poll(() => place.drafts()).toContain("half a thought")
    await pawl.kill()
    const again = await place.start("--plain", { cwd, shows: /^> half a thought/m })
    await again.type(" and more")
    await again.press("Enter")
    await again.see("You said: half a thought and more")
    await expect.poll(() => place.drafts()).not.toContain("half a thought and more")
  })
})

describe.runIf(hasTmux)("a long paste that was not sent", () => {
  it("comes back as one mark, and is sent whole", async () => {
    const cwd = join(place.work, "pasted")
    mkdirSync(cwd)
    const pawl = await place.start("", { cwd })
    const lines = Array.from({ length: 3000 }, (_, at) => `pasted line ${at}`)
    await pawl.paste(lines.join("\n"))
    await pawl.see(/\[paste #1/)
    // A long draft is written a moment later.
    await expect.poll(() => place.drafts().some((each) => each.includes("pasted line 2999"))).toBe(true)
    await pawl.kill()
    const again = await place.start("", { cwd })
    await again.see(/\[paste #1/)
    await again.press("Enter")
    await again.see("You said: pasted line 0 and 2999 more")
  })
})
