// The real file system for path repairs: the user's home, the folder, and what exists.
import { lstat } from "node:fs/promises"
import { homedir } from "node:os"
import type { Surroundings } from "./repair.ts"

export function surroundings(folder = process.cwd()): Surroundings {
  const exists = (path: string) =>
    lstat(path).then(
      () => true,
      () => false,
    )
  return { home: homedir(), folder, exists }
}
