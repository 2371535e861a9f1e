// The files of a workspace that a person may mention: without what git ignores, and without what may hold secrets by its name.
import { isSecretPath } from "../../features/approval/policy/secret-paths.ts"
import { workspaceAt } from "../confined/workspace.ts"
import { walk } from "./walk.ts"

export async function listFiles(folder: string, most: number): Promise<readonly string[]> {
  const paths: string[] = []
  await walk(workspaceAt(folder), ".", async ({ shown }) => {
    if (!isSecretPath(shown)) paths.push(shown)
    return paths.length < most
  })
  return paths
}
