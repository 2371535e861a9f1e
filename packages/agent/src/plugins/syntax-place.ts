// Finds the line of a syntax error: an import reports only what is wrong, `node --check` also reports the line.
import { execFile } from "node:child_process"

/** The check takes a moment, on a busy machine several. */
const CHECK_MS = 30_000

/** Undefined when the mistake is elsewhere, for example in a module that this one imports. */
export function syntaxLine(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(process.execPath, ["--check", path], { timeout: CHECK_MS }, (_error, _stdout, stderr) => {
      const [, line] = /^[^\n]*:(\d+)\n/.exec(stderr) ?? []
      resolve(line)
    })
  })
}
