// What is known of the arguments of built-in tools. Of others nobody knows: "to" may be a file, or somebody's address.

const FILES: Readonly<Record<string, readonly string[]>> = {
  write_file: ["path"],
  edit_file: ["path"],
  move_file: ["from", "to"],
  delete_file: ["path"],
}

/** The arguments that name files; undefined of a tool that is not known. */
export function fileArguments(tool: string): readonly string[] | undefined {
  return Object.hasOwn(FILES, tool) ? FILES[tool] : undefined
}

/** What its arguments mean is known, so that a grant need not name all of them. */
export function isKnownTool(tool: string): boolean {
  return tool === "run_command" || tool === "fetch_url" || fileArguments(tool) !== undefined
}
