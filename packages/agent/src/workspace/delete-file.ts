// The delete_file tool: deletes a file, a link (never its target) or an empty folder.
import { rmdir, unlink } from "node:fs/promises"
import type { Tool } from "../tools/tool.ts"
import { ANYTHING, objectSchema, PATH_SCHEMA, typedTool } from "../tools/typed-tool.ts"
import { lookAt } from "./confined/files.ts"
import { systemError, withPlace } from "./confined/open-folder.ts"
import { refusalFor } from "./confined/protect.ts"
import { shownPath, type Workspace } from "./confined/workspace.ts"

interface Input {
  readonly path: string
}

export function deleteFile(workspace: Workspace): Tool {
  return typedTool<Input>({
    name: "delete_file",
    description: "Deletes a file or an empty folder of the workspace. It cannot be brought back.",
    input: objectSchema({ path: PATH_SCHEMA }),
    effect: "once",
    risk: "destructive",
    refuses: ({ path }) => refusalFor(workspace, [path]),
    touches: ({ path }) => [shownPath(workspace, path), ANYTHING],
    changes: ({ path }) => [path],
    preview: ({ path }) => `Delete ${shownPath(workspace, path)}`,
    run: ({ path }, { beforeChange }) =>
      withPlace(workspace, path, async (place) => {
        const stats = await lookAt(place)
        if (stats === undefined) throw systemError("ENOENT")
        await beforeChange?.()
        await (stats.isDirectory() ? rmdir(place.path) : unlink(place.path))
        const kind = stats.isDirectory()
          ? " (an empty folder)"
          : stats.isSymbolicLink()
            ? " (a link; its target stays)"
            : ""
        return `Deleted ${place.shown}${kind}.`
      }),
  })
}
