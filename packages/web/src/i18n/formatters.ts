// Formatters of the browser, made once for each language: making one takes longer than using it a hundred times.
const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

export function kept<T extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => T): T {
  const known = made.get(key) as T | undefined
  if (known !== undefined) return known
  const format = make()
  made.set(key, format)
  return format
}
