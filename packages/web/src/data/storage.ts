// What this browser keeps. Every way goes through here: a browser may deny its storage, or have no room left, and the app works on.

/** Null also where the browser denies it. */
export function readStored(key: string): string | null {
  return tried(() => localStorage.getItem(key)) ?? null
}

export function writeStored(key: string, value: string): void {
  tried(() => localStorage.setItem(key, value))
}

export function removeStored(key: string): void {
  tried(() => localStorage.removeItem(key))
}

/** All keys that begin so. */
export function storedKeys(beginning: string): readonly string[] {
  return tried(() => Object.keys(localStorage).filter((key) => key.startsWith(beginning))) ?? []
}

/** Already naming the storage throws where it is denied. */
function tried<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    // What would be kept lives as long as the page.
    return undefined
  }
}
