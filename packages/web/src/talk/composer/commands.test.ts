// Which words are commands, and which are offered while they are typed.
import { expect, it } from "vitest"
import { type Command, commandIn, matching } from "./commands.ts"

const commands: readonly Command[] = ["new", "compact", "model", "rewind", "weather:of-day"].map((name) => ({
  name,
  hint: () => "",
  run: () => {},
}))

it.each([
  ["/new", "new", ""],
  ["/compact the decisions", "compact", "the decisions"],
  ["/weather:of-day Bern", "weather:of-day", "Bern"],
  ["/model  openai:x \n", "model", "openai:x"],
])("%j is %s with %j", (text, name, rest) => {
  expect(commandIn(text, commands)).toMatchObject({ command: { name }, rest })
})

it.each(["/etc/hosts is broken", "/unknown", "say /new", "new", "/"])("%j is a message", (text) => {
  expect(commandIn(text, commands)).toBeUndefined()
})

it("what begins with the typed letters comes first", () => {
  expect(matching(commands, "ew").map(({ name }) => name)).toEqual(["new", "rewind"])
  expect(matching(commands, "re").map(({ name }) => name)).toEqual(["rewind"])
  expect(matching(commands, "").map(({ name }) => name)).toHaveLength(5)
})
