// Root may read everything: for a test of what may not be read it becomes nobody for a moment.
import { chmodSync } from "node:fs"

const NOBODY = 65_534

/** In a folder of the test's own, which others may enter. */
export async function asNobody<T>(folder: string, work: () => T | Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work()
  chmodSync(folder, 0o755)
  process.seteuid?.(NOBODY)
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
  }
}
