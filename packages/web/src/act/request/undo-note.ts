// The last line of a preview that the server adds for tools that change files: whether the change can be undone.

/** Only these previews end with that line; in others the same words may come from the model. */
const FILE_TOOLS: ReadonlySet<string> = new Set(["write_file", "edit_file", "move_file", "delete_file"])

export function withoutNote(name: string, preview: string): { readonly text: string; readonly note?: string } {
  const found = FILE_TOOLS.has(name) ? /^([\s\S]*)\n\(((?:can be|cannot be) undone[^\n]*)\)$/.exec(preview) : null
  const [, text = "", note = ""] = found ?? []
  return found === null ? { text: preview } : { text, note }
}
