// Repairs "~/notes.txt" as a shell would.
import { join } from "node:path"
import type { RepairPath } from "./repair.ts"

export const tilde: RepairPath = async (path, { home, folder, exists }) => {
  if (!/^~(?:[\\/]|$)/.test(path)) return undefined
  // The workspace really has a folder named "~".
  if (await exists(join(folder, "~"))) return undefined
  return join(home, path.slice(1))
}
