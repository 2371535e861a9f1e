// "~/notes.txt": what a shell would do before a tool sees it.
import { join } from "node:path"
import type { RepairPath } from "./repair.ts"

export const tilde: RepairPath = async (path, { home, folder, exists }) => {
  if (!/^~(?:[\\/]|$)/.test(path)) return undefined
  // Somebody has a folder of that name.
  if (await exists(join(folder, "~"))) return undefined
  return join(home, path.slice(1))
}
