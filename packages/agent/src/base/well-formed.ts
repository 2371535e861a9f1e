// Makes text valid for all providers. Half a character (a lone surrogate) is invalid JSON for most of them, and the
// log is sent with every request: a single one would make a session unusable. So input is repaired where it enters,
// and older text where it is sent.

/** Replaces half characters, and NUL, which some providers and databases refuse, by U+FFFD. */
export function wholeText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return whole.includes("\0") ? whole.replaceAll("\0", "\uFFFD") : whole
}

/** Replaces half characters only: in arguments NUL may be intended. */
export function wholeCharacters(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed()
}

/**
 * Repairs all text in plain data, keys included. Returns the same value when nothing is wrong, so that no copy is
 * made. Values that are no plain data (bytes, dates) stay unchanged.
 */
export function wellFormed<Value>(value: Value, repair: (text: string) => string = wholeText): Value {
  return repaired(value, repair) as Value // Only texts may differ.
}

/**
 * The JSON of plain data, as `wellFormed` makes it. JSON writes half a character and NUL as escapes, so data is walked only
 * when its JSON holds one.
 */
export function wellFormedJson(value: object): string {
  const json = JSON.stringify(value)
  // Most has no escape of this kind at all.
  if (!json.includes("\\u")) return json
  return json.includes("\\ud") || json.includes("\\u0000") ? JSON.stringify(wellFormed(value)) : json
}

function repaired(value: unknown, repair: (text: string) => string): unknown {
  if (typeof value === "string") return repair(value)
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return repairedList(value, repair)
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null ? repairedObject(value, repair) : value
}

function repairedList(list: readonly unknown[], repair: (text: string) => string): readonly unknown[] {
  let copy: unknown[] | undefined
  for (let at = 0; at < list.length; at++) {
    const whole = repaired(list[at], repair)
    if (whole === list[at]) continue
    copy ??= [...list]
    copy[at] = whole
  }
  return copy ?? list
}

interface Repair {
  readonly name: string
  readonly value: unknown
}

/** Visits each value once: visiting twice per level would take exponential time. Makes nothing when all is fine. */
function repairedObject(object: object, repair: (text: string) => string): object {
  const given = object as Readonly<Record<string, unknown>>
  let repairs: Map<string, Repair> | undefined
  for (const key of Object.keys(given)) {
    const name = repair(key)
    const value = repaired(given[key], repair)
    if (name === key && value === given[key]) continue
    repairs ??= new Map()
    repairs.set(key, { name, value })
  }
  return repairs === undefined ? object : withRepairs(given, repairs)
}

function withRepairs(given: Readonly<Record<string, unknown>>, repairs: ReadonlyMap<string, Repair>): object {
  const entries = Object.keys(given).map((key) => ({ key, ...(repairs.get(key) ?? { name: key, value: given[key] }) }))
  const free = freeNames(entries.filter(({ key, name }) => key === name).map(({ key }) => key))
  return Object.fromEntries(entries.map(({ key, name, value }) => [key === name ? key : free(name), value] as const))
}

/** Repaired keys may become equal: neither may hide the other. Efficient even when very many are equal. */
function freeNames(known: readonly string[]): (key: string) => string {
  const taken = new Set(known)
  const tried = new Map<string, number>()
  return (key) => {
    let count = tried.get(key) ?? 0
    const nameAt = (at: number) => (at === 0 ? key : `${key}\uFFFD${at === 1 ? "" : at}`)
    while (taken.has(nameAt(count))) count++
    tried.set(key, count + 1)
    taken.add(nameAt(count))
    return nameAt(count)
  }
}
