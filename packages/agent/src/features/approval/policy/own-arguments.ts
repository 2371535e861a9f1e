// What is known about the arguments of built-in tools. For other tools it is unknown: "to" may be a file, or a person's
// address.

const FILES: Readonly<Record<string, readonly string[]>> = {
  write_file: ["path"],
  edit_file: ["path"],
  move_file: ["from", "to"],
  delete_file: ["path"],
}

/** The arguments that name files; undefined for a tool that is not known. */
export function fileArguments(tool: string): readonly string[] | undefined {
  return Object.hasOwn(FILES, tool) ? FILES[tool] : undefined
}

/** Whether the meaning of its arguments is known, so that a grant need not name all of them. */
export function isKnownTool(tool: string): boolean {
  return tool === "run_command" || tool === "fetch_url" || fileArguments(tool) !== undefined
}
