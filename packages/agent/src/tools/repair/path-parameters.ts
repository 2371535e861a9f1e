// Decides which parameters hold a path of the file system.
import { wordsIn } from "../../base/words-in.ts"

const ALWAYS: ReadonlySet<string> = new Set([
  ...["path", "paths", "file", "files", "filename", "filepath", "dir", "directory", "folder", "cwd"],
])
/** Paths only in tools about files: in a mail tool they mean something else. */
const OF_FILES: ReadonlySet<string> = new Set(["from", "to", "source", "destination", "src", "dest", "target"])
const ABOUT_FILES: ReadonlySet<string> = new Set(["file", "files", "folder", "folders", "directory", "dir", "path"])

export function isPathParameter(name: string, tool: string): boolean {
  const last = wordsIn(name).at(-1) ?? ""
  return ALWAYS.has(last) || (OF_FILES.has(last) && wordsIn(tool).some((word) => ABOUT_FILES.has(word)))
}
