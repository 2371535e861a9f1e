// Repairs "/home/user/notes.txt" and "C:\Users\YourName\notes.txt": a placeholder's home folder instead of the user's.
// Only if the written path does not exist and its folder exists in the real home.
import { basename, dirname, join } from "node:path"
import type { RepairPath } from "./repair.ts"

export const placeholderUser: RepairPath = async (path, { home, exists }) => {
  const [, user = "", rest = ""] =
    /^(?:\/(?:home|Users)\/|[A-Za-z]:[\\/]Users[\\/])([^\\/]+)(?:[\\/](.*))?$/s.exec(path) ?? []
  if (!isPlaceholder(user) && user !== basename(home)) return undefined
  const meant = join(home, ...rest.split(/[\\/]/))
  // Examples do not contain "..", so such a path is not repaired.
  if (meant === path || rest.split(/[\\/]/).includes("..")) return undefined
  if ((await exists(path)) || !(await exists(rest === "" ? meant : dirname(meant)))) return undefined
  return meant
}

/** As examples write it: `user`, `<username>`, `{user}`, `$USER`, `your-name`. */
function isPlaceholder(user: string): boolean {
  const word = user.toLowerCase().replace(/[^a-z]/g, "")
  return PLACEHOLDERS.has(word)
}

const PLACEHOLDERS: ReadonlySet<string> = new Set([
  ...["user", "username", "me", "yourname", "youruser", "yourusername", "name", "example"],
])
