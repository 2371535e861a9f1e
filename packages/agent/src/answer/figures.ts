// Figures in the answer that stand nowhere in the turn and cannot have been worked out from what does.
import type { Reading } from "./reading.ts"
import { bounded } from "./text.ts"

const MOST_KNOWN = 60

export function inventedIn({ given, deeds }: Reading): readonly string[] {
  const results = deeds.map(({ call }) => bounded(call.result, 8_000, 2_000))
  const args = deeds.map(({ call }) => `${call.name} ${JSON.stringify(call.args).slice(0, 8_000)}`)
  const sources = [given.user, ...results, ...args]
  const digits = sources.join("\n").replace(/[.,'\u202f]/g, "")
  const integers = args.flatMap((text) => text.match(/\d+/g) ?? [])
  const values = [...new Set([...sources.flatMap(figuresIn), ...integers].flatMap(valuesOf))]
  const sums = results.map((result) =>
    figuresIn(result)
      .flatMap((figure) => valuesOf(figure)[0] ?? [])
      .reduce((sum, value) => sum + value, 0),
  )
  const known = [...values.slice(0, MOST_KNOWN), ...sums, sums.reduce((sum, value) => sum + value, 0)]
  const own = [...new Set(figuresIn(bounded(given.answer, 12_000, 4_000)))]
  return own.filter(
    (figure) =>
      isTelling(figure) &&
      !digits.includes(figure.replace(/[.,']/g, "")) &&
      !valuesOf(figure).some((value) => isWorkedOut(value, known)),
  )
}

function figuresIn(text: string): readonly string[] {
  return text.match(/\d[\d.,']*\d|\d/g) ?? []
}

/** Small counts, days and years are said without a source. */
function isTelling(figure: string): boolean {
  return /[.,]\d/.test(figure) || (Number(figure) > 31 && !/^20[123]\d$|^00$|^(?:50|60|90|100|1000)$/.test(figure))
}

/** "1.840,22" may be written either way. */
function valuesOf(figure: string): readonly number[] {
  const english = Number(figure.replace(/[,']/g, ""))
  const german = Number(figure.replace(/[.']/g, "").replace(",", "."))
  return [...new Set([english, german])].filter((value) => Number.isFinite(value))
}

function isWorkedOut(value: number, known: readonly number[]): boolean {
  const isNear = (other: number) => Math.abs(other - value) <= Math.max(0.5, Math.abs(value) * 0.01)
  return known.some(
    (a) =>
      [a, a / 1000, a / 1024, a / 60, a / 100, a * 12, a * 100].some(isNear) ||
      known.some(
        (b) =>
          isNear(a + b) ||
          isNear(a - b) ||
          isNear(a * b) ||
          (b !== 0 && (isNear(a / b) || isNear((100 * a) / b) || isNear((100 * (b - a)) / b))),
      ),
  )
}
