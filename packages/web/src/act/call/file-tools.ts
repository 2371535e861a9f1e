// The built-in tools that change files: their calls can be shown as a diff and undone.
const CHANGING: ReadonlySet<string> = new Set(["write_file", "edit_file", "move_file", "delete_file"])

export function changesFiles(tool: string): boolean {
  return CHANGING.has(tool)
}
