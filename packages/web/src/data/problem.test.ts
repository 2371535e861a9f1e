// What people read when something goes wrong.
import { expect, it } from "vitest"
import { problemWords } from "./problem.ts"

const OUTDATED = "A part of the app could not be loaded. There may be a newer version: reload the page."

it.each([
  [new TypeError("Failed to fetch dynamically imported module: http://host/assets/panel-1.js"), OUTDATED],
  [new TypeError("error loading dynamically imported module: http://host/assets/panel-1.js"), OUTDATED],
  [new TypeError("Importing a module script failed."), OUTDATED],
  [new Error("Something else failed."), "Something else failed."],
  ["words", "words"],
])("%s", (error, words) => {
  expect(problemWords(error)).toBe(words)
})
