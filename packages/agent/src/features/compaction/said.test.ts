import { describe, expect, it } from "vitest"
import { textOf, tokens, words } from "../../context/__fixtures__/shapes.ts"
import type { Said } from "../../contracts/compaction.ts"
import { text } from "../../contracts/content.ts"
import { labelOf } from "../../kernel/state/digest.ts"
import { fitSaid } from "./said.ts"

const saying = (...all: readonly string[]): readonly Said[] => all.map((each, at) => ({ at, parts: [text(each)] }))
const fit = (all: readonly Said[], most: number) => fitSaid(all, most, { tokens, textOf })

const costOf = (each: Said) => tokens(textOf(each.parts)) + tokens(labelOf(each))

describe("what the user said", () => {
  it("stays unchanged as long as it fits, including the line above each message", () => {
    const all = saying("one", "two", "three")
    const whole = all.reduce((sum, each) => sum + costOf(each), 0)
    expect(fit(all, whole)).toEqual({ said: all, tokens: whole, sentences: [], lost: [] })
    expect(fit(all, whole - 1).lost).toHaveLength(1)
  })

  it("keeps the first and the latest message, then newer before older", () => {
    // Four tokens each, the first six.
    const { said } = fit(saying(...Array.from({ length: 10 }, (_, index) => `message ${index}`)), 22)
    expect(said.map(({ at }) => at)).toEqual([0, 6, 7, 8, 9])
  })

  it("names every message that had no room", () => {
    const all = saying(...Array.from({ length: 10 }, (_, index) => `message ${index}`))
    const { said, lost } = fit(all, 22)
    const gone = all.filter(({ at }) => !said.some((each) => each.at === at))
    expect(lost.toSorted()).toEqual(gone.map(({ at }) => `the user's message ${at + 1}: "message ${at}"`).toSorted())
  })

  it("is shortened to beginning and end where one message is too long, and says by how much", () => {
    const { said, lost } = fit(saying(`Begin ${words(2000)} end.`), 200)
    expect(said).toHaveLength(1)
    expect(textOf(said[0]?.parts ?? [])).toMatch(/^Begin .*\[… \d+ characters left out …\].*end\.$/s)
    expect(said[0]?.cut).toBeGreaterThan(1000)
    expect(lost.join()).toMatch(/part of the user's message 1/)
  })

  it("adds up what is cut off repeatedly", () => {
    const [first] = fit(saying(words(2000)), 400).said
    const [second] = fit([first as Said], 200).said
    expect(second?.cut).toBeGreaterThan(first?.cut ?? 0)
  })

  it("keeps sentences that ask for something, from messages that had no room", () => {
    const middle = "The weather is fine. Please leave the drafts alone. Bitte nichts löschen."
    const { sentences } = fit(saying("goal", middle, words(40), "latest"), 55)
    expect(sentences).toEqual(["Please leave the drafts alone.", "Bitte nichts löschen."])
  })

  it.each([0, 1, 10, 50, 100, 200, 500, 1000])("fits %i tokens, including labels", (most) => {
    const all = saying(words(30), words(300), "short", words(100), words(3), words(900))
    const { said, tokens: cost, lost } = fit(all, most)
    expect(said.reduce((sum, each) => sum + costOf(each), 0)).toBe(cost)
    expect(cost).toBeLessThanOrEqual(most)
    const touched = all.filter((each) => !said.includes(each)).length
    expect(lost).toHaveLength(touched)
  })

  it("counts an image by what it costs", () => {
    const image: Said = { at: 0, parts: [{ type: "blob", hash: "h", mime: "image/png", size: 9 }] }
    expect(fit([image], 1000).lost).toHaveLength(1)
    expect(fit([image], 1300).lost).toEqual([])
  })
})
