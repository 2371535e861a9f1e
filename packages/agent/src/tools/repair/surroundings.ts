// Where this process is: the user's home, and what is really there.
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
