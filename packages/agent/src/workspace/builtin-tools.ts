// The built-in tools: files and commands of one workspace, the rest of long results, and the web. The toolbox runs them
// like all other tools; confined/ and command/ keep them inside the workspace.
import { readResult } from "../tools/read-result.ts"
import type { Tool } from "../tools/tool.ts"
import type { ConfinementOptions } from "./command/confinement.ts"
import { workspaceAt } from "./confined/workspace.ts"
import { deleteFile } from "./delete-file.ts"
import { editFile } from "./edit-file.ts"
import { type FetchOptions, fetchUrl } from "./fetch-url.ts"
import { listDirectory } from "./list-directory.ts"
import { moveFile } from "./move-file.ts"
import { readFile } from "./read-file.ts"
import { type CommandOptions, cageFor, runCommand } from "./run-command.ts"
import { type SearchOptions, searchFiles } from "./search-files.ts"
import { writeFile } from "./write-file.ts"

/** How the built-in tools of a workspace behave. */
export interface BuiltinOptions extends CommandOptions, FetchOptions, SearchOptions {
  /** An existing folder. File tools cannot reach anything outside it. */
  readonly workspace: string
}

/** Like `builtinTools`, without blocking while a sandbox for commands is tried out. */
export async function loadBuiltinTools(options: BuiltinOptions): Promise<readonly Tool[]> {
  return builtinTools(options, await cageFor(workspaceAt(options.workspace), options))
}

/** In a stable order, so that providers' prompt caches hit. Throws when the workspace is not a folder. */
export function builtinTools(options: BuiltinOptions, cage?: ConfinementOptions): readonly Tool[] {
  const workspace = workspaceAt(options.workspace)
  const tools: readonly Tool[] = [
    readFile(workspace),
    writeFile(workspace),
    editFile(workspace),
    listDirectory(workspace),
    searchFiles(workspace, options),
    moveFile(workspace),
    deleteFile(workspace),
    runCommand(workspace, options, cage),
    readResult(),
    fetchUrl(options),
  ]
  return tools.map((tool) => ({ ...tool, localPaths: { within: workspace.root } }))
}
