// Keys of tables of prices and rates, by the names of models: which of them fit no model, and what to write instead.
import { listPrices } from "./list-prices.ts"
import { meantBy } from "./meant-name.ts"

/** `own`: the names of the agent's models. One that a program made itself may have a name without a provider. */
export function keyProblem(key: string, own: readonly string[]): string | undefined {
  const meant = meantKey(key, own)
  if (meant === undefined) return undefined
  return `fits no model; write "${meant}" (a key is provider:model, or its beginning with a * at the end)`
}

/** Undefined for a key that may fit. */
function meantKey(key: string, own: readonly string[]): string | undefined {
  const star = key.indexOf("*")
  const isBeginning = star === key.length - 1 && key !== ""
  const name = isBeginning ? key.slice(0, -1) : key
  if (own.some((each) => each === key || (isBeginning && each.startsWith(name)))) return undefined
  if (name.includes("*")) return fitting(key, own) ?? `${key.slice(0, star)}*`
  if (name.includes(":")) return undefined
  const names = Object.keys(listPrices).map((each) => each.slice(0, each.indexOf(":")))
  if (names.includes(key)) return `${key}:*`
  const meant = own.find((each) => each.endsWith(`:${name}`)) ?? meantBy(name, names)
  // The beginning of a provider's name, such as "open*", is right.
  if (isBeginning) return meant === undefined ? undefined : `${meant}*`
  return meant ?? `provider:${name}`
}

/** A model that people may mean by a * before the end. */
function fitting(key: string, own: readonly string[]): string | undefined {
  const [begin = "", end = ""] = [key.slice(0, key.indexOf("*")), key.slice(key.lastIndexOf("*") + 1)]
  if (end === "") return undefined
  const isMeant = (each: string) => !each.includes("*") && each.startsWith(begin) && each.endsWith(end)
  return [...own, ...Object.keys(listPrices)].find(isMeant)
}
