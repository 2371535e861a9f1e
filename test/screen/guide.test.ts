// The screens that the guide shows are real: the program is played again, and shows them.
import { readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hasTmux, type ScreenPlace, screenPlace } from "./__fixtures__/screen-story.ts"
import type { Tmux } from "./__fixtures__/tmux.ts"

const GUIDE = readFileSync(new URL("../../docs/guide/cli.md", import.meta.url), "utf8")
const [, SECTION = ""] = /\n### The screen\n([\s\S]*?)\n##/.exec(GUIDE) ?? []
const SCREENS = [...SECTION.matchAll(/```text\n([\s\S]*?)\n```/g)].map(([, rows = ""]) => rows)

let place: ScreenPlace

beforeAll(async () => {
  place = await screenPlace()
})

afterAll(() => place.close())

/** Without what is different each time: folder, model, times, the turning sign, and how much is said already. */
function lasting(rows: string): string {
  return (
    rows
      .replaceAll(/^.*(?=\| mode)/gm, "")
      // These name the folder, too, and are broken where it ends.
      .replaceAll(/^ {2}(?:session|always) would .*\n(?: {4}\|.*\n)*/gm, "")
      .replaceAll(/ \| 1% of context| \| [\d.]+k tokens/g, "")
      .replaceAll(/\d+(?:\.\d)? (?:ms|s)\b/g, "TIME")
      .replaceAll(/^[\u2800-\u28ff] /gm, "")
      .replaceAll(/^(?:Now|I|am|writing|it\.| )+\n/gm, "")
      .replaceAll("\u2588", "")
      .replaceAll(/[ \u2500]+$/gm, "")
      .replaceAll(/\n\n+/g, "\n")
  )
}

/** One for each screen of the guide, in its order. */
const PLAYS: readonly (readonly [what: string, play: () => Promise<Tmux>])[] = [
  [
    "an approval",
    async () => {
      const pawl = await place.start("", { rows: 30 })
      await pawl.type("write")
      await pawl.press("Enter")
      await pawl.see("[y]es")
      await pawl.press("Right")
      return pawl
    },
  ],
  [
    "folded output",
    async () => {
      const pawl = await place.start("--approve auto", { rows: 30 })
      await pawl.type("count")
      await pawl.press("Enter")
      await pawl.see("The tool said")
      return pawl
    },
  ],
  [
    "tasks and the queue",
    async () => {
      const pawl = await place.start("", { rows: 30 })
      await pawl.type("tasks")
      await pawl.press("Enter")
      await pawl.see("Now I am")
      for (const [index, message] of ["and then?", "thank you"].entries()) {
        await pawl.type(message)
        await pawl.press("Enter")
        await pawl.see(`queued ${index + 1}`)
      }
      await pawl.press("Up")
      return pawl
    },
  ],
]

describe.runIf(hasTmux)("the guide", () => {
  it("has a play for each screen", () => expect(SCREENS).toHaveLength(PLAYS.length))

  it.each(PLAYS.map(([what, play], at) => [what, play, SCREENS[at] ?? ""] as const))(
    "shows %s",
    async (_, play, rows) => {
      const pawl = await play()
      await expect.poll(async () => lasting(await pawl.screen()), { timeout: 20_000 }).toContain(lasting(rows))
    },
  )
})
