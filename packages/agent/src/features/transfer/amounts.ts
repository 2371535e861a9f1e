// Amounts in a fact from outside: what is below zero would lower what counts towards a limit.
import { isObject } from "../../base/is-object.ts"

export function amountProblem(fact: Readonly<Record<string, unknown>>, type: string): string | undefined {
  const { ms = 0, usage = {} } = fact
  if (!isAmount(ms)) return `"ms" of ${type} must be a number of at least 0`
  if (!isObject(usage) || !Object.values(usage).every((each) => each === true || isAmount(each)))
    return `"usage" of ${type} must have numbers of at least 0`
  return undefined
}

function isAmount(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value >= 0
}
