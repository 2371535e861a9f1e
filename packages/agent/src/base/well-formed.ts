// Text that everybody takes. Half a character (a lone surrogate) is no JSON to most providers, and what is in the log is sent with
// every request: a single one would end a session for good. So each edge repairs what comes in, and the wire what is old.

/** Half characters, and NUL, which some providers and databases refuse, become U+FFFD. */
export function wholeText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return whole.includes("\0") ? whole.replaceAll("\0", "\uFFFD") : whole
}

/** Half characters only: in arguments NUL may be meant. */
export function wholeCharacters(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed()
}

/**
 * All text in plain data, its keys too. The same value where nothing is wrong with it, so that it costs a look and no copy. What
 * is no plain data (bytes, dates) stays as it is.
 */
export function wellFormed<Value>(value: Value, repair: (text: string) => string = wholeText): Value {
  return repaired(value, repair) as Value // Only texts are other texts.
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
  for (const [at, each] of list.entries()) {
    const whole = repaired(each, repair)
    if (whole === each) continue
    copy ??= [...list]
    copy[at] = whole
  }
  return copy ?? list
}

function repairedObject(object: object, repair: (text: string) => string): object {
  let isFine = true
  // Each is looked at once: twice at every level would be for ever.
  const entries = Object.entries(object).map(([key, each]) => {
    const whole = { key, name: repair(key), value: repaired(each, repair) }
    if (whole.name !== key || whole.value !== each) isFine = false
    return whole
  })
  if (isFine) return object
  const free = freeNames(entries.filter(({ key, name }) => key === name).map(({ key }) => key))
  return Object.fromEntries(entries.map(({ key, name, value }) => [key === name ? key : free(name), value] as const))
}

/** Two broken keys may look alike once they are repaired: neither may hide the other, and very many may look alike. */
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
