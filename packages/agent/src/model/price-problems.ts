// Validates a table of prices.
import { isObject } from "../base/is-object.ts"
import { keyProblem } from "./name-keys.ts"

const NAMES = ["input", "output", "cacheRead", "cacheWrite"]

/** Describes what is wrong with the prices. `own`: the names of the agent's models. */
export function priceProblems(prices: unknown, own: readonly string[] = []): readonly string[] {
  if (prices === undefined) return []
  if (!isObject(prices)) return ['prices: an object such as { "openai:gpt-5": { input: 1.25, output: 10 } }']
  return Object.entries(prices).flatMap(([model, price]) => {
    const where = `prices["${model}"]`
    const wrong = keyProblem(model, own)
    if (wrong !== undefined) return [`${where}: ${wrong}`]
    if (!isObject(price) || price.input === undefined || price.output === undefined)
      return [`${where}: US dollars per million tokens, as in { input: 1.25, output: 10 }`]
    return Object.entries(price).flatMap(([name, value]) => {
      if (!NAMES.includes(name)) return [`${where}.${name}: there is none; a price has ${NAMES.join(", ")}`]
      return value === undefined || (Number.isFinite(value) && Number(value) >= 0)
        ? []
        : [`${where}.${name}: a number of at least 0`]
    })
  })
}
