// For records whose keys come from outside: "constructor" may be one of them.

/** The record's own value for this key, without inherited properties. */
export function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
