// Whether a list of names selects a name: by itself, or by its beginning ("server__*").

export function isNamed(name: string, list: readonly string[]): boolean {
  return list.some((each) => (each.endsWith("*") ? name.startsWith(each.slice(0, -1)) : each === name))
}
