// The limits that a user gives, by the names of models: which row counts for a model, and what is wrong with a table.
import type { RateLimiter, RateLimits, RateTable } from "../../contracts/rates.ts"
import { keyProblem } from "../name-keys.ts"

/** The row of the model's own name, or of the longest beginning of it. */
export function limitsFor(model: string, table: RateTable): RateLimits | undefined {
  if (Object.hasOwn(table, model)) return table[model]
  const fits = Object.keys(table).filter((name) => name.endsWith("*") && model.startsWith(name.slice(0, -1)))
  const [longest] = fits.toSorted((a, b) => b.length - a.length)
  return longest === undefined ? undefined : table[longest]
}

export function isLimiter(rates: unknown): rates is RateLimiter {
  return missingMethods(rates)?.length === 0
}

/** Of a limiter of the user's own; undefined for anything else. */
function missingMethods(rates: unknown): readonly string[] | undefined {
  if (typeof rates !== "object" || rates === null) return undefined
  const isMethod = (name: string) => typeof Reflect.get(rates, name) === "function"
  const missing = Object.keys(METHODS).filter((name) => !isMethod(name))
  return missing.length === Object.keys(METHODS).length ? undefined : missing
}

/** What to write for each. */
const METHODS: Readonly<Record<keyof RateLimiter, string>> = {
  admit: "admit: () => 0",
  settle: "settle() {}",
  serves: "serves: () => false",
}

const NAMES = ["requestsPerMinute", "tokensPerMinute", "concurrency"] satisfies readonly (keyof RateLimits)[]

/** What to write instead, for each part of the option `rates` that cannot be used. `own`: the names of the agent's models. */
export function rateProblems(rates: unknown, own: readonly string[] = []): readonly string[] {
  if (rates === undefined || rates === false || isLimiter(rates)) return []
  if (typeof rates !== "object" || rates === null || Array.isArray(rates))
    return ['rates: limits by the names of models, such as { "openai:*": { requestsPerMinute: 500 } }, or false']
  const [missing] = missingMethods(rates) ?? []
  if (missing !== undefined) {
    const { admit, settle, serves } = METHODS
    return [
      `rates: a limiter of your own has three methods, and ${missing} is missing; write { ${admit}, ${settle}, ${serves} }`,
    ]
  }
  return Object.entries(rates).flatMap(([model, limits]) => rowProblems(model, limits, own))
}

function rowProblems(model: string, limits: unknown, own: readonly string[]): readonly string[] {
  if ((NAMES as readonly string[]).includes(model)) return [`rates: name the models, such as { "*": { ${model}: 60 } }`]
  const wrong = keyProblem(model, own)
  if (wrong !== undefined) return [`rates["${model}"]: ${wrong}`]
  if (typeof limits !== "object" || limits === null || Array.isArray(limits))
    return [`rates["${model}"]: an object, such as { requestsPerMinute: 500, concurrency: 8 }`]
  return Object.entries(limits).flatMap(([name, value]) => {
    const where = `rates["${model}"].${name}`
    if (!(NAMES as readonly string[]).includes(name))
      return [`${where}: there is no such limit; use ${NAMES.join(", ")}`]
    return Number.isInteger(value) && value >= 1 ? [] : [`${where}: a whole number, at least 1`]
  })
}
