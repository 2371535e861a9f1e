// Renders a provider's value as text with a maximum length. JSON stays JSON: strings, lists and objects lose their
// ends, and markers say how much is missing. Values that JSON cannot express (functions, cycles, a getter that throws)
// cause no error.
import { count, cut } from "./cut-text.ts"
import { type Limits, OverBudget, toJson } from "./to-json.ts"

export interface PruneLimits {
  readonly maxChars: number
  readonly maxString: number
  readonly maxItems: number
}

export interface Pruned {
  readonly text: string
  readonly isPruned: boolean
}

export function prune(value: unknown, limits: PruneLimits): Pruned {
  return typeof value === "string" ? pruneText(value, limits.maxChars) : pruneJson(value, limits)
}

/** Cuts at the end of a line if possible, and adds a notice. */
export function pruneText(text: string, maxChars: number): Pruned {
  if (text.length <= maxChars) return { text: text.toWellFormed(), isPruned: false }
  const notice = `\n… ${count(text.length)} characters in all, the rest is left out`
  const room = Math.max(0, maxChars - notice.length)
  const line = text.lastIndexOf("\n", room)
  const kept = cut(text, line > room / 2 ? line : room)
  return { text: `${kept}${notice}`.slice(0, maxChars).toWellFormed(), isPruned: true }
}

function pruneJson(value: unknown, { maxChars, maxString, maxItems }: PruneLimits): Pruned {
  const whole = written(value, { ...WHOLE, budget: maxChars })
  if (whole !== undefined && whole.text.length <= maxChars) return whole
  for (const limits of harderAndHarder(Math.min(maxString, maxChars), Math.min(maxItems, maxChars))) {
    const pruned = written(value, { ...limits, budget: maxChars * SLACK })
    if (pruned !== undefined && pruned.text.length <= maxChars) return { ...pruned, isPruned: true }
  }
  const last = JSON.stringify("… too large to show")
  return { text: last.length <= maxChars ? last : "null", isPruned: true }
}

/** Deeper than any real data: deeply nested lists must not exhaust the stack. */
const MAX_DEPTH = 200
const WHOLE = { string: Number.POSITIVE_INFINITY, items: Number.POSITIVE_INFINITY, depth: MAX_DEPTH, keys: 1e9 }
/** The budget is approximate: a value slightly above it may still fit when written. */
const SLACK = 2

/** First only the given limits, then depth and keys too, then everything halved each time. */
function* harderAndHarder(maxString: number, maxItems: number): Generator<Omit<Limits, "budget">> {
  yield { string: maxString, items: maxItems, depth: MAX_DEPTH, keys: 1000 }
  for (let limits = { string: maxString, items: maxItems, depth: 8, keys: 64 }; ; limits = harder(limits)) {
    yield limits
    if (limits.string + limits.items + limits.depth + limits.keys <= MIN_LIMITS) return
  }
}

function harder({ string, items, depth, keys }: Omit<Limits, "budget">): Omit<Limits, "budget"> {
  return { string: half(string, 8), items: half(items, 1), depth: Math.max(1, depth - 1), keys: half(keys, 1) }
}

const MIN_LIMITS = 8 + 1 + 1 + 1

function half(number: number, least: number): number {
  return Math.max(least, Math.floor(number / 2))
}

function written(value: unknown, limits: Limits): Pruned | undefined {
  try {
    const { json, isPruned } = toJson(value, limits)
    return { text: JSON.stringify(json), isPruned }
  } catch (error) {
    if (error instanceof OverBudget) return undefined
    throw error
  }
}
