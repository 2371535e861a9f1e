// Writes a new file that only its owner can read. It never overwrites one.
import { rmSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { join, resolve } from "node:path"
import { badInput } from "./failure.ts"

/** Returns the path. `name` is relative to `folder`. */
export function writeNewFile(name: string, folder: string, text: string): string {
  const path = pathOf(name, folder)
  try {
    writeFileSync(path, text, { mode: 0o600, flag: "wx" })
    return path
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === "EEXIST") throw badInput(`"${path}" exists already and was not changed. Name another file.`)
    // Remove the incomplete file. It is new: an older one would have been refused above.
    if (code === "ENOSPC" || code === "EIO") rmSync(path, { force: true })
    throw badInput(
      `"${path}" cannot be written (${code}). Name a file in a folder that exists and that you may write to.`,
    )
  }
}

/** The name did not pass through a shell, so expand "~" here. */
function pathOf(name: string, folder: string): string {
  return /^~(\/|$)/.test(name) ? join(homedir(), name.slice(1)) : resolve(folder, name)
}
