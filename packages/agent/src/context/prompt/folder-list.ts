// Lists the files of the working folder for small models, before and after everything else, so that they do not invent
// names. Reads the folder again only when it has changed.
import { statSync } from "node:fs"
import { readdir } from "node:fs/promises"

const MAX_NAMES = 50
const MAX_NAME_CHARS = 200

/** Undefined if the folder cannot be read: the model then learns about it through its tools. */
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

/** A file name may contain anything, including text that looks like another line of the prompt. */
function oneLine(name: string): string {
  return name
    .replace(/\p{Cc}/gu, "?")
    .slice(0, MAX_NAME_CHARS)
    .toWellFormed()
}
