// Paths that file tools never change, whatever is approved: Pawl's own folders and, in a home folder, files that decide
// which programs run or that hold keys. One approval "for the session" must not open the way to all later ones.
import { protectedIn } from "../../features/approval/policy/names-protected.ts"
import { isOwnFolder } from "../../features/approval/policy/own-folders.ts"
import { ToolFailure } from "../../tools/tool.ts"
import { namesOf, type Workspace } from "./workspace.ts"

/** `isMove`: moving a folder moves its contents, so they count, too. */
export function refusalFor(
  workspace: Workspace,
  paths: readonly string[],
  { isMove = false }: { readonly isMove?: boolean } = {},
): ToolFailure | undefined {
  for (const path of paths) {
    const why = whyNot(workspace, path, isMove)
    if (why !== undefined) return new ToolFailure("protected-path", why)
  }
  return undefined
}

function whyNot(workspace: Workspace, path: string, isMove: boolean): string | undefined {
  const { root, isHome } = workspace
  const names = namesOrNone(workspace, path)
  if (names === undefined) return undefined
  const whole = `${root === "/" ? "" : root}/${names.join("/")}`
  const advice =
    "Nothing was changed. Tell the user what you wanted to change there, so that they can do it themselves."
  if (isOwnFolder(whole, root)) return `"${path}" belongs to Pawl's own settings, and no tool changes those. ${advice}`
  const what = isHome ? protectedIn(root === "/" ? whole : names.join("/"), root, { withFolders: isMove }) : undefined
  if (what === undefined) return undefined
  return `"${path}" is ${what}, and the workspace is the home folder: there no tool changes it. ${advice} In a project's folder as workspace this does not apply.`
}

/** Undefined for a path outside of the workspace: that has its own refusal. */
function namesOrNone(workspace: Workspace, path: string): readonly string[] | undefined {
  try {
    return namesOf(workspace, path)
  } catch {
    return undefined
  }
}
