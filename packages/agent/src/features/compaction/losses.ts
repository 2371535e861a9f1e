// Announces briefly what there was no room for: the newest losses by name, older ones counted. Nothing is lost
// silently.

const COUNTED = /^(\d+) older (\w+)$/
const EARLIER = /^(\d+) earlier messages of the user, whole or in part$/
const MORE = /^(\d+) earlier losses: the log has them$/
const MESSAGE = /^(?:part of )?the user's message (\d+):/

/** `lines`: oldest first. Returns all of them, or as many as fit and how many more there were. */
export function sumUpLosses(
  lines: readonly string[],
  most: number,
  tokens: (words: string) => number,
): readonly string[] {
  const counted = new Map<string, number>()
  const named = new Set<string>()
  let [messages, others] = [0, 0]
  for (const line of lines) {
    const [, count, field] = COUNTED.exec(line) ?? []
    const earlier = EARLIER.exec(line)?.[1]
    const more = MORE.exec(line)?.[1]
    if (count !== undefined && field !== undefined) counted.set(field, (counted.get(field) ?? 0) + Number(count))
    else if (earlier !== undefined) messages += Number(earlier)
    else if (more !== undefined) others += Number(more)
    else named.add(line)
  }
  let left = most
  const kept: string[] = []
  for (const line of [...named].toReversed()) {
    left -= tokens(line) + 2
    if (left >= 0) kept.unshift(line)
    else if (MESSAGE.test(line)) messages++
    else others++
  }
  return [
    ...(messages > 0 ? [`${messages} earlier messages of the user, whole or in part`] : []),
    ...(others > 0 ? [`${others} earlier losses: the log has them`] : []),
    ...[...counted].map(([field, count]) => `${count} older ${field}`),
    ...kept,
  ]
}

/** Whether the losses announce that this message of the user is missing, or not whole. */
export function isAnnounced(at: number, lost: readonly string[]): boolean {
  return lost.some((line) => EARLIER.test(line) || Number(MESSAGE.exec(line)?.[1]) === at + 1)
}

/** Whether the losses announce that items of this list are missing. */
export function areCounted(field: string, lost: readonly string[]): boolean {
  return lost.some((line) => COUNTED.exec(line)?.[2] === field || MORE.test(line))
}
