// The move_file tool: moves or renames a file or folder, and never overwrites anything.
import { link, rename, unlink } from "node:fs/promises"
import type { Tool } from "../tools/tool.ts"
import { ANYTHING, objectSchema, PATH_SCHEMA, typedTool } from "../tools/typed-tool.ts"
import { lookAt, mustBeFile } from "./confined/files.ts"
import { type Place, systemError, withPlace } from "./confined/open-folder.ts"
import { fileProblem } from "./confined/problems.ts"
import { refusalFor } from "./confined/protect.ts"
import { shownPath, type Workspace } from "./confined/workspace.ts"

interface Input {
  readonly from: string
  readonly to: string
}

export function moveFile(workspace: Workspace): Tool {
  const names = ({ from, to }: Input) => [shownPath(workspace, from), shownPath(workspace, to)] as const
  return typedTool<Input>({
    name: "move_file",
    description:
      "Moves or renames a file or folder of the workspace. `to` is the whole new path and must not exist yet; missing folders are made.",
    input: objectSchema({ from: PATH_SCHEMA, to: PATH_SCHEMA }),
    effect: "once",
    refuses: ({ from, to }) => refusalFor(workspace, [from, to], { isMove: true }),
    touches: (input) => [...names(input), ANYTHING],
    changes: ({ from, to }) => [from, to],
    preview: (input) => names(input).join("\n-> "),
    run: (input, { beforeChange }) =>
      withPlace(workspace, input.from, async (from) => {
        // Checked before the folders of `to` are created: a wrong name must leave nothing behind.
        const isFolder = await isMovableFolder(from)
        const place = async (to: Place) => {
          await beforeChange?.()
          await move(from, to, isFolder)
        }
        await withPlace(workspace, input.to, place, { make: true })
        return `Moved ${names(input).join(" to ")}.`
      }),
  })
}

async function isMovableFolder(from: Place): Promise<boolean> {
  const stats = await lookAt(from)
  if (stats === undefined) throw systemError("ENOENT")
  if (stats.isDirectory()) return true
  mustBeFile(stats)
  return false
}

async function move(from: Place, to: Place, isFolder: boolean): Promise<void> {
  if ((await lookAt(to)) !== undefined) throw systemError("EEXIST")
  if (!isFolder && (await linked(from, to))) return unlinkOrUndo(from, to)
  await rename(from.path, to.path)
}

/** Unlike rename, a hard link fails if the target exists, so a file that appears just now is not overwritten. */
async function linked(from: Place, to: Place): Promise<boolean> {
  try {
    await link(from.path, to.path)
    return true
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined
    if (code === "EEXIST") throw fileProblem(error, to.shown)
    // On file systems without hard links, the check above must do.
    return false
  }
}

async function unlinkOrUndo(from: Place, to: Place): Promise<void> {
  try {
    await unlink(from.path)
  } catch (error) {
    await unlink(to.path).catch(() => {})
    throw fileProblem(error, from.shown)
  }
}
