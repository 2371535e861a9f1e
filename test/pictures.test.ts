// The pictures of the documents are drawn by a script, and are those that it draws.
import { readdirSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { PICTURES } from "../scripts/pictures.ts"

const FOLDER = new URL("../docs/pictures/", import.meta.url)

it("docs/pictures holds what `npm run pictures` draws, and nothing else", () => {
  expect(readdirSync(FOLDER).sort()).toEqual(Object.keys(PICTURES).sort())
})

it.each(Object.entries(PICTURES))("%s is up to date, and says in words what it shows", (name, draw) => {
  const kept = readFileSync(new URL(name, FOLDER), "utf8")
  expect(kept).toBe(draw())
  expect(kept).toMatch(/<title id="title">\w.+<\/title>\n<desc id="text">\w.+<\/desc>/)
})
