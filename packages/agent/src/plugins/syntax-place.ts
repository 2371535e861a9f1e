// Where a module cannot be read: the engine tells an import only what is wrong, and a check of the file also the line.
import { execFile } from "node:child_process"

/** It takes a moment; on a busy machine several. */
const CHECK_MS = 30_000

/** Undefined when the mistake is elsewhere, as in a module that this one imports. */
export function syntaxLine(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(process.execPath, ["--check", path], { timeout: CHECK_MS }, (_error, _stdout, stderr) => {
      const [, line] = /^[^\n]*:(\d+)\n/.exec(stderr) ?? []
      resolve(line)
    })
  })
}
