// calibrate: weights that learn from the reports of any provider.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { calibrate } from "./calibrate.ts"
import { addCounts, type Counts, countText, noCounts } from "./counts.ts"
import { estimate, startingWeights, type Weights, weigh } from "./weights.ts"

const FEATURES = Object.keys(noCounts) as readonly (keyof Counts)[]
const start = startingWeights("gpt")

const PROSE = "It was late when the last of them went home, and the house on the hill was quiet again. "
const TEXTS = [
  PROSE,
  "Die Wohnungsbaugesellschaft verlängerte den Nutzungsvertrag stillschweigend um fünf Jahre. ",
  "缓存并不是越多越好，每增加一层，系统的复杂度都会随之上升。",
  '{"id":40213,"at":"2025-03-05T08:20:33Z","ok":true,"rows":[1.25,88.04,3]}\n',
  "  for (const [key, value] of Object.entries(options)) {\n    if (!value) continue\n",
].map((text) => countText(text.repeat(20)))

/** Requests that each add a text of another kind. */
function session(rounds: number, truth: (counts: Counts) => number): Weights {
  let [weights, held] = [start, noCounts]
  for (let round = 0; round < rounds; round++) {
    held = round % 12 === 0 ? noCounts : held
    held = addCounts(held, TEXTS[round % TEXTS.length] ?? noCounts)
    weights = calibrate(weights, held, truth(held))
  }
  return weights
}

function off(weights: Weights, counts: Counts, truth: number): number {
  return Math.abs(weigh(counts, weights) - truth) / truth
}

describe("calibrate", () => {
  it.each([0.5, 0.8, 1.3, 2])("follows a tokenizer that makes %d times as many tokens", (factor) => {
    const truth = (counts: Counts) => factor * weigh(counts, start)
    const weights = session(30, truth)
    for (const counts of TEXTS) expect(off(weights, counts, truth(counts))).toBeLessThan(0.03)
  })

  it("learns that one kind of text costs more than another", () => {
    const other = startingWeights("llama-2")
    const truth = (counts: Counts) => weigh(counts, other)
    const weights = session(60, truth)
    for (const counts of TEXTS) {
      expect(off(weights, counts, truth(counts))).toBeLessThan(off(start, counts, truth(counts)))
      expect(off(weights, counts, truth(counts))).toBeLessThan(0.15)
    }
  })

  it.each([0, -5, Number.NaN, Number.POSITIVE_INFINITY, 1, 1e9])("ignores a report of %d", (reported) => {
    expect(calibrate(start, countText(PROSE.repeat(20)), reported)).toBe(start)
  })

  it("ignores a report for an empty request", () => expect(calibrate(start, noCounts, 100)).toBe(start))

  it("moves an estimate by at most a third per report", () => {
    const counts = countText(PROSE.repeat(20))
    const before = weigh(counts, start)
    const after = weigh(counts, calibrate(start, counts, before * 4.9))
    expect(after).toBeGreaterThan(before * 1.2)
    expect(after).toBeLessThan(before * 1.5)
  })

  it("stays between a quarter and four times the start, whatever is reported, and returns plain JSON", () => {
    const report = fc.record({ text: fc.nat(TEXTS.length - 1), factor: fc.double({ min: 0, max: 6, noNaN: true }) })
    fc.assert(
      fc.property(fc.array(report, { minLength: 1, maxLength: 60 }), (reports) => {
        let weights = start
        for (const { text, factor } of reports) {
          const counts = TEXTS[text] ?? noCounts
          weights = calibrate(weights, counts, factor * estimate(counts, weights))
        }
        for (const feature of FEATURES) {
          expect(weights[feature]).toBeGreaterThanOrEqual(start[feature] / 4)
          expect(weights[feature]).toBeLessThanOrEqual(start[feature] * 4)
        }
        expect(JSON.parse(JSON.stringify(weights))).toEqual(weights)
      }),
    )
  })

  it("returns the same weights for the same reports, and does not change its input", () => {
    const frozen = Object.freeze({ ...start })
    const counts = countText(PROSE)
    expect(calibrate(frozen, counts, 40)).toEqual(calibrate(frozen, counts, 40))
    expect(frozen).toEqual(start)
  })

  it("keeps the cost of images separate from that of words", () => {
    const image = { ...noCounts, fixed: 1200 }
    let weights = start
    for (let round = 0; round < 30; round++) weights = calibrate(weights, image, 800)
    expect(estimate(image, weights)).toBeGreaterThan(790)
    expect(estimate(image, weights)).toBeLessThan(830)
  })
})

describe("the uncertainty", () => {
  /** The textbook's step: the whole matrix, one element after the other. */
  function plainStep(weights: Weights, counts: Counts, reported: number): readonly number[] {
    const { spread = [] } = weights
    const n = FEATURES.length
    const estimated = weigh(counts, weights)
    const shares = FEATURES.map((feature) => (weights[feature] * counts[feature]) / estimated)
    const row = (at: number) => spread.slice(at * n, at * n + n)
    const dot = (values: readonly number[]) => values.reduce((sum, value, at) => sum + (shares[at] ?? 0) * value, 0)
    const pulls = FEATURES.map((_, at) => dot(row(at)))
    const off = Math.abs(Math.log(reported / estimated))
    const gain = Math.min(1 / (dot(pulls) + 0.05 ** 2), Math.log(4 / 3) / (dot(pulls) * off))
    return spread.map((value, at) => {
      const [one, other] = [Math.floor(at / n), at % n]
      return value - (pulls[one] ?? 0) * (pulls[other] ?? 0) * gain + (one === other ? 0.01 ** 2 : 0)
    })
  }

  it("is exactly that of the whole matrix, although half of it is computed", () => {
    const count = fc.nat({ max: 32_000 }).map((thirtySeconds) => thirtySeconds / 32)
    const some = fc.tuple(...FEATURES.map(() => count)).map((values) => {
      return Object.fromEntries(FEATURES.map((feature, at) => [feature, values[at]])) as unknown as Counts
    })
    const reports = fc.array(fc.record({ counts: some, share: fc.double({ min: 0.3, max: 4, noNaN: true }) }))
    fc.assert(
      fc.property(reports, (given) => {
        let weights = session(1, (counts) => 1.2 * weigh(counts, start))
        for (const { counts, share } of given) {
          const reported = weigh(counts, weights) * share
          const next = calibrate(weights, counts, reported)
          if (next !== weights) expect(next.spread).toEqual(plainStep(weights, counts, reported))
          weights = next
        }
      }),
    )
  })
})
