// The input history of the REPL: one line an entry, in a file that only its owner can read.
import { appendFileSync, chmodSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { makeFolders } from "../folders.ts"

const MAX_LINES = 1000

/** Newest first, as the line editor expects it. */
export function readHistory(path: string): string[] {
  try {
    const lines = readFileSync(path, "utf8").split("\n").filter(Boolean)
    if (lines.length > 2 * MAX_LINES) writeFileSync(path, `${lines.slice(-MAX_LINES).join("\n")}\n`, { mode: 0o600 })
    return lines.slice(-MAX_LINES).reverse()
  } catch {
    return []
  }
}

export function addToHistory(path: string, line: string): void {
  try {
    makeFolders(dirname(path))
    appendFileSync(path, `${line}\n`, { mode: 0o600 })
    chmodSync(path, 0o600)
  } catch {
    // The conversation goes on without a history.
  }
}
