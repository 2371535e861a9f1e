// The library that draws is known to one folder, and that folder is loaded only when a screen is drawn.
import { readdirSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"

const root = new URL("../", import.meta.url)
const files = (readdirSync(root, { recursive: true }) as string[]).filter((file) => file.endsWith(".ts"))
const sources = files
  .filter((file) => !file.endsWith(".test.ts"))
  .map((file) => ({ file, source: readFileSync(new URL(file, root), "utf8") }))

it("only screen/tui imports pi-tui", () => {
  const users = sources.filter(({ source }) => source.includes('"@earendil-works/')).map(({ file }) => file)
  expect(users.length).toBeGreaterThan(2)
  expect(users.filter((file) => !file.startsWith("screen/tui/"))).toEqual([])
})

it("nothing outside imports the screen but when it is wanted", () => {
  const outside = sources.filter(({ file }) => !file.startsWith("screen/"))
  const users = outside.filter(({ source }) => /from "[^"]*\/screen\/(?!screen\.ts)/.test(source))
  expect(users.map(({ file }) => file)).toEqual([])
  expect(outside.filter(({ source }) => source.includes('import("../screen/')).map(({ file }) => file)).toEqual([
    "repl/make-terminal.ts",
  ])
})
