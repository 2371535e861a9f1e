// The files of the working folder, as small models need to see them: told before and after everything else, so that they
// do not invent names. Read again only when the folder changed.
import { statSync } from "node:fs"
import { readdir } from "node:fs/promises"

const MAX_NAMES = 50
const MAX_NAME_CHARS = 200

/** Undefined when the folder cannot be read: then a model finds out by its tools. */
export function folderList(workspace: string): () => Promise<string | undefined> {
  let last: { readonly stamp: string; readonly text: string } | undefined
  return async () => {
    try {
      const { mtimeNs, ctimeNs } = statSync(workspace, { bigint: true })
      const stamp = `${mtimeNs}:${ctimeNs}`
      if (last?.stamp !== stamp) last = { stamp, text: await listOf(workspace) }
      return last.text
    } catch {
      return undefined
    }
  }
}

async function listOf(workspace: string): Promise<string> {
  const entries = (await readdir(workspace, { withFileTypes: true })).filter(({ name }) => !name.startsWith("."))
  const names = entries.map((entry) => `${oneLine(entry.name)}${entry.isDirectory() ? "/" : ""}`).sort()
  const more = names.length - MAX_NAMES
  const lines = names.length === 0 ? ["(no files)"] : names.slice(0, MAX_NAMES)
  return [workspace, ...lines, ...(more > 0 ? [`(and ${more} more)`] : [])].join("\n")
}

/** A name may hold anything, also what looks like another line of the prompt. */
function oneLine(name: string): string {
  return name
    .replace(/\p{Cc}/gu, "?")
    .slice(0, MAX_NAME_CHARS)
    .toWellFormed()
}
