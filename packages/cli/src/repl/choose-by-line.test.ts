// Choosing by a number or by words, where nothing can be redrawn.
import { expect, it } from "vitest"
import { styleFor } from "../terminal/style.ts"
import { chooseByLine } from "./choose-by-line.ts"

const CANDIDATES = [
  { value: "a:small", label: "a:small" },
  { value: "a:large", label: "a:large", about: "the big one" },
  { value: "b:small", label: "b:small" },
]

it.each<[what: string, lines: readonly (string | undefined)[], chosen: string | undefined]>([
  ["a number", ["2"], "a:large"],
  ["a name", ["a:small"], "a:small"],
  ["words that only one has", ["big"], "a:large"],
  ["a number of the shorter list", ["small", "2"], "b:small"],
  ["a second try", ["nonsense", "9", "3"], "b:small"],
  ["nothing", [""], undefined],
  ["no answer", [undefined], undefined],
])("takes %s", async (_, lines, chosen) => {
  const told: string[] = []
  const answers = [...lines]
  const terminal = {
    style: styleFor({}),
    tell: (line: string) => void told.push(line),
    ask: async () => answers.shift(),
  }
  expect(await chooseByLine(terminal, { title: "model", candidates: CANDIDATES })).toBe(chosen)
  expect(answers).toEqual([])
  expect(told.slice(0, 2)).toEqual(["  1.  a:small", "  2.  a:large  the big one"])
})
