// Checks that docs/pictures holds exactly what the script draws, beside the pictures of the web app.
import { readdirSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { PICTURES } from "../scripts/pictures.ts"

const FOLDER = new URL("../docs/pictures/", import.meta.url)

it("docs/pictures holds what `npm run pictures` draws, and pictures of the web app", () => {
  const drawn = readdirSync(FOLDER).filter((name) => !/^web-[a-z-]+\.png$/.test(name))
  expect(drawn.sort()).toEqual(Object.keys(PICTURES).sort())
})

it.each(Object.entries(PICTURES))("%s is up to date and has a text that describes it", (name, draw) => {
  const kept = readFileSync(new URL(name, FOLDER), "utf8")
  expect(kept).toBe(draw())
  expect(kept).toMatch(/<title id="title">\w.+<\/title>\n<desc id="text">\w.+<\/desc>/)
})
