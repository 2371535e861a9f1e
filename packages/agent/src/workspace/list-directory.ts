// The list_directory tool: lists a folder, sorted, with sizes. Links are named and not followed.
import type { Stats } from "node:fs"
import { lstat, opendir, readlink } from "node:fs/promises"
import { isAbsolute, join } from "node:path"
import type { Tool } from "../tools/tool.ts"
import { objectSchema, typedTool } from "../tools/typed-tool.ts"
import { withFolder } from "./confined/open-folder.ts"
import { shownPath, type Workspace } from "./confined/workspace.ts"

interface Input {
  readonly path?: string
}

const MAX_SHOWN = 1000
/** A folder with more entries is not read to its end, and the result says that there are more. */
const MAX_READ = 50_000

export function listDirectory(workspace: Workspace): Tool {
  return typedTool<Input>({
    name: "list_directory",
    description:
      "Lists a folder of the workspace, sorted by name: folders end in /, files have their size, links say where they lead.",
    input: objectSchema({
      "path?": { type: "string", minLength: 1, description: "Path relative to the workspace; its top if left out." },
    }),
    effect: "read",
    run: ({ path = "." }) =>
      withFolder(workspace, path, async (folder, shown) => {
        const { names, isAll } = await namesIn(folder)
        if (names.length === 0) return `[${shown} is empty.]`
        const lines = await Promise.all(
          names.slice(0, MAX_SHOWN).map((name) => describe(folder, name, { workspace, shown })),
        )
        if (isAll && names.length <= MAX_SHOWN) return lines.join("\n")
        const total = isAll ? `${names.length}` : `more than ${MAX_READ}`
        return `${lines.join("\n")}\n\n[${MAX_SHOWN} of ${total} entries of ${shown}. Use search_files or run_command for the rest.]`
      }),
  })
}

async function namesIn(folder: string): Promise<{ readonly names: readonly string[]; readonly isAll: boolean }> {
  const names: string[] = []
  for await (const { name } of await opendir(folder)) {
    if (names.length === MAX_READ) return { names: names.sort(), isAll: false }
    names.push(name)
  }
  return { names: names.sort(), isAll: true }
}

async function describe(
  folder: string,
  name: string,
  { workspace, shown }: { readonly workspace: Workspace; readonly shown: string },
): Promise<string> {
  const path = join(folder, name)
  const label = printable(name)
  const stats = await lstat(path).catch(() => undefined)
  if (stats === undefined) return `${label} (not readable)`
  if (stats.isDirectory()) return `${label}/`
  if (stats.isFile()) return `${label} (${sizeOf(stats)})`
  if (!stats.isSymbolicLink()) return `${label} (device, pipe or socket)`
  return `${label} -> ${await targetOf(path, shown, workspace)}`
}

/** A link's target, unless it would reveal something outside of the workspace. */
async function targetOf(path: string, folder: string, workspace: Workspace): Promise<string> {
  const target = await readlink(path).catch(() => undefined)
  if (target === undefined) return "?"
  try {
    return printable(shownPath(workspace, isAbsolute(target) ? target : `${folder}/${target}`))
  } catch {
    return "(outside the workspace)"
  }
}

function sizeOf({ size }: Stats): string {
  if (size < 1000) return `${size} bytes`
  const units = ["kB", "MB", "GB", "TB"]
  const power = Math.min(units.length, Math.floor(Math.log10(size) / 3))
  return `${(size / 1000 ** power).toFixed(1)} ${units[power - 1]}`
}

/** Keeps each name on one line, whatever it contains. */
function printable(name: string): string {
  return /\p{Cc}/u.test(name) ? JSON.stringify(name) : name
}
