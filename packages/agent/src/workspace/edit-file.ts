// The edit_file tool: replaces one exact passage of a text file. Line endings, byte order mark and mode stay the same.
import type { Stats } from "node:fs"
import { type Tool, ToolFailure } from "../tools/tool.ts"
import { ANYTHING, objectSchema, PATH_SCHEMA, typedTool } from "../tools/typed-tool.ts"
import { readWhole, replaceFile } from "./confined/files.ts"
import { type Place, withPlace } from "./confined/open-folder.ts"
import { refusalFor } from "./confined/protect.ts"
import { shownPath, type Workspace } from "./confined/workspace.ts"
import { lineDiff } from "./diff/line-diff.ts"
import { type Edit, editText } from "./edit-text.ts"

const MAX_BYTES = 10 * 1024 * 1024

export function editFile(workspace: Workspace): Tool {
  return typedTool<Edit>({
    name: "edit_file",
    description:
      "Replaces one passage of a text file of the workspace. old_text must stand in the file exactly once, character by character: take enough lines around the change into it.",
    input: objectSchema({
      path: PATH_SCHEMA,
      old_text: { type: "string", minLength: 1, description: "The passage as it stands in the file now." },
      new_text: { type: "string", description: "What stands there afterwards; empty to remove the passage." },
    }),
    effect: "once",
    contents: ["old_text", "new_text"],
    refuses: ({ path }) => refusalFor(workspace, [path]),
    touches: ({ path }) => [shownPath(workspace, path), ANYTHING],
    changes: ({ path }) => [path],
    preview: (edit) =>
      withPlace(workspace, edit.path, async (place) => {
        const { before } = await textOf(place)
        return `Edit ${place.shown}\n${lineDiff(before, editText(before, edit).content)}`
      }),
    run: (edit, { beforeChange }) =>
      withPlace(workspace, edit.path, async (place) => {
        const { before, stats } = await textOf(place)
        const { content, line } = editText(before, { ...edit, path: place.shown })
        await replaceFile(place, Buffer.from(content.toWellFormed(), "utf8"), { before: stats, beforeChange })
        return `Edited ${place.shown} at line ${line}.`
      }),
  })
}

async function textOf(place: Place): Promise<{ readonly before: string; readonly stats: Stats }> {
  const { bytes, stats } = await readWhole(place, MAX_BYTES)
  try {
    // `ignoreBOM` keeps the mark in the text, and so in the file.
    return { before: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), stats }
  } catch {
    throw new ToolFailure(
      "file-binary",
      `"${place.shown}" is not UTF-8 text, so an edit could damage it. Nothing was changed. Use run_command for it.`,
    )
  }
}
