// A fake file system for tests of path repairs.
import type { Surroundings } from "../repair.ts"

/** What exists besides the home folder. */
export function around(...there: readonly string[]): Surroundings {
  const known = new Set(["/home/ann", ...there])
  return { home: "/home/ann", folder: "/work", exists: async (path) => known.has(path) }
}
