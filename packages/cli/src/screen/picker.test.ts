// Choosing from a list above the input.
import { describe, expect, it } from "vitest"
import type { Candidate, Choosing } from "../repl/terminal.ts"
import { styleFor } from "../terminal/style.ts"
import { Picker } from "./picker.ts"

const MODELS = ["a:small", "a:large", "b:small", "b:gpt-4"].map((name) => ({ value: name, label: name }))

function picking(choosing: Partial<Choosing> = {}, rows = 24) {
  const taken: (string | undefined)[] = []
  const picker = new Picker(
    { title: "model", candidates: MODELS, ...choosing },
    { style: styleFor({}), rows: () => rows, changed: () => {}, done: (value) => void taken.push(value) },
  )
  const press = (...keys: readonly string[]) => {
    for (const key of keys) picker.takes(key, key.length === 1 ? key : "\u0000")
  }
  return { picker, press, taken }
}

describe("a picker", () => {
  it.each<[what: string, keys: readonly string[], taken: readonly (string | undefined)[]]>([
    ["the first one with Enter", ["enter"], ["a:small"]],
    ["the one below", ["down", "enter"], ["a:large"]],
    ["the last one upwards from the first", ["up", "enter"], ["b:gpt-4"]],
    ["the first one again below the last", ["up", "down", "enter"], ["a:small"]],
    ["one by its number", ["3", "enter"], ["b:small"]],
    ["the last one for a number that is too high", ["9", "enter"], ["b:gpt-4"]],
    ["one by a part of its name", ["l", "a", "r", "enter"], ["a:large"]],
    ["one by two parts", ["s", "m", " ", "b", ":", "enter"], ["b:small"]],
    ["a digit as a part of a name after letters", ["-", "4", "enter"], ["b:gpt-4"]],
    ["more after backspace", ["b", "x", "backspace", "enter"], ["b:small"]],
    ["nothing at Escape", ["down", "escape"], [undefined]],
    ["nothing at Ctrl-C", ["ctrl+c"], [undefined]],
    ["nothing where nothing fits", ["z", "enter"], []],
  ])("takes %s", (_, keys, expected) => {
    const { press, taken } = picking()
    press(...keys)
    expect(taken).toEqual(expected)
  })

  it("shows where it is, and says when nothing fits", () => {
    const { picker, press } = picking()
    press("down")
    expect(picker.rows(80).slice(0, 3)).toEqual(["model: _ (2 of 4)", "  1. a:small", "▸ 2. a:large"])
    press("q")
    expect(picker.rows(80)[0]).toBe("model: q_ (nothing fits)")
  })

  it.each([24, 12, 6])("shows the chosen one on a screen of %i rows", (rows) => {
    const candidates = Array.from({ length: 50 }, (_, at) => ({ value: `v${at}`, label: `label ${at}` }))
    const { picker, press } = picking({ candidates }, rows)
    press(...Array<string>(30).fill("down"))
    const shown = picker.rows(40)
    expect(shown.find((row) => row.startsWith("▸"))).toContain("label 30")
    expect(shown.length).toBeLessThanOrEqual(Math.max(6, rows - 4))
  })

  it.each<[width: number, row: string]>([
    [80, "▸ 1. a title that is longer than what is l...  2026-03-02 10:14, 4 turns, work"],
    [40, "▸ 1. a title that is l...  2026-03-02 10:14, 4 turns, work"],
  ])("leaves space for the remark on %i columns", (width, row) => {
    const label = "a title that is longer than what is left of a row"
    const { picker } = picking({ candidates: [{ value: "v", label, about: "2026-03-02 10:14, 4 turns, work" }] })
    expect(picker.rows(width)[1]).toBe(row)
  })

  it("shows more about the chosen one, and not what comes too late", async () => {
    const asked: { readonly value: string; readonly tell: (rows: readonly string[]) => void }[] = []
    const preview = (value: string) => new Promise<readonly string[]>((tell) => asked.push({ value, tell }))
    const { picker, press } = picking({ preview })
    press("down")
    expect(asked.map(({ value }) => value)).toEqual(["a:small", "a:large"])
    asked[1]?.tell(["large, indeed"])
    asked[0]?.tell(["small, too late"])
    await Promise.resolve()
    await Promise.resolve()
    expect(picker.rows(80).join("\n")).toContain("  | large, indeed")
    expect(picker.rows(80).join("\n")).not.toContain("too late")
  })

  it("shows what the last search found, whichever answer comes first", async () => {
    const answers = new Map<string, (found: readonly Candidate[]) => void>()
    const search = (words: string) => new Promise<readonly Candidate[]>((tell) => void answers.set(words, tell))
    const { picker, press } = picking({ search })
    press("x", "y")
    answers.get("xy")?.([{ value: "new", label: "new" }])
    answers.get("x")?.([{ value: "old", label: "old" }])
    await Promise.resolve()
    await Promise.resolve()
    expect(picker.rows(80)[1]).toBe("▸    new")
  })
})
