// Records whose keys are names that somebody else chose: "constructor" may be one of them.

/** What it has under this key itself; nothing that every object has. */
export function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
