// Repairs "Desktop" and "Downloads/a.pdf" to the folder in the user's home, if the workspace has none of that name.
import { join } from "node:path"
import type { RepairPath } from "./repair.ts"

export const knownFolder: RepairPath = async (path, { home, folder, exists }) => {
  const [first = "", ...rest] = path.split(/[\\/]/)
  const known = FOLDERS.find((each) => each.toLowerCase() === first.toLowerCase())
  if (known === undefined || rest.includes("..")) return undefined
  if ((await exists(join(folder, first))) || !(await exists(join(home, known)))) return undefined
  // Two folders that differ only in case: either may be meant.
  if (first !== known && (await exists(join(home, first)))) return undefined
  return join(home, known, ...rest)
}

const FOLDERS = ["Desktop", "Downloads", "Documents", "Pictures", "Music", "Videos"]
