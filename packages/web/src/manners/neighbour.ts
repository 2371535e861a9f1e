// The next or previous one in a list, round its ends. Without a current one: the first or the last.
export function neighbour<T>(list: readonly T[], current: T | undefined, step: 1 | -1): T | undefined {
  const at = current === undefined ? -1 : list.indexOf(current)
  if (at === -1) return step === 1 ? list[0] : list.at(-1)
  return list.at((at + step) % list.length)
}
