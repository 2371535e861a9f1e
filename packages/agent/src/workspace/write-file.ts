// The write_file tool: writes a whole file in one step and creates the folders it needs.
import { type Tool, ToolFailure } from "../tools/tool.ts"
import { ANYTHING, objectSchema, PATH_SCHEMA, typedTool } from "../tools/typed-tool.ts"
import { kindOf, SNIFF_BYTES } from "./confined/file-kind.ts"
import { lookAt, mustBeFile, readWhole, replaceFile } from "./confined/files.ts"
import { type Place, withPlace } from "./confined/open-folder.ts"
import { refusalFor } from "./confined/protect.ts"
import { shownPath, type Workspace } from "./confined/workspace.ts"
import { lineDiff } from "./diff/line-diff.ts"

interface Input {
  readonly path: string
  readonly content: string
}

/** A larger file is not compared for the preview. */
const MAX_DIFF_BYTES = 1024 * 1024

export function writeFile(workspace: Workspace): Tool {
  return typedTool<Input>({
    name: "write_file",
    description:
      "Writes a whole text file of the workspace, creating it and its folders or replacing what was there. To change part of a file, use edit_file.",
    input: objectSchema({ path: PATH_SCHEMA, content: { type: "string", description: "The whole new content." } }),
    effect: "idempotent",
    contents: ["content"],
    refuses: ({ path }) => refusalFor(workspace, [path]),
    touches: ({ path }) => [shownPath(workspace, path), ANYTHING],
    changes: ({ path }) => [path],
    leaves: ({ path, content }) => ({ [shownPath(workspace, path)]: content.toWellFormed() }),
    preview: async ({ path, content }) => {
      const shown = shownPath(workspace, path)
      const before = await withPlace(workspace, path, contentOf).catch((error: unknown) => {
        // If the folder is missing, the file is new, too. Any other problem is shown to the person.
        return isMissingFile(error) ? undefined : String(error instanceof Error ? error.message : error)
      })
      if (before === undefined) return `Create ${shown}\n${lineDiff("", content)}`
      if (typeof before === "string") return `Write ${shown}\n${before}\n${lineDiff("", content)}`
      if (before.text === undefined) return `Replace ${shown} (${before.size} bytes)\n${lineDiff("", content)}`
      if (before.text === content)
        throw new ToolFailure("write-empty", `"${shown}" holds exactly this already. Nothing was written.`)
      return `Replace ${shown}\n${lineDiff(before.text, content) || "(no change)"}`
    },
    run: ({ path, content }, { beforeChange }) =>
      withPlace(
        workspace,
        path,
        async (place) => {
          const bytes = Buffer.from(content.toWellFormed(), "utf8")
          const { created } = await replaceFile(place, bytes, { beforeChange })
          return `${created ? "Created" : "Replaced"} ${place.shown} (${bytes.length} bytes).`
        },
        { make: true },
      ),
  })
}

interface Before {
  readonly size: number
  /** Undefined when the file is too large, or not text. */
  readonly text?: string
}

async function contentOf(place: Place): Promise<Before | undefined> {
  const stats = await lookAt(place)
  if (stats === undefined) return undefined
  mustBeFile(stats)
  if (stats.size > MAX_DIFF_BYTES) return { size: stats.size }
  const { bytes } = await readWhole(place, MAX_DIFF_BYTES)
  const isText = kindOf(bytes.subarray(0, SNIFF_BYTES)).kind === "text"
  return { size: bytes.length, ...(isText && { text: bytes.toString("utf8") }) }
}

function isMissingFile(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "file-missing"
}
