// Tool names that models know from other products, each with the names the same tool may have here. The first existing
// tool in the list is used.

/** Keyed by the name in the call. */
export type Aliases = Readonly<Record<string, string | readonly string[]>>

export const ALIASES: Aliases = {
  rename_file: "move_file",
  rename: "move_file",
  list_dir: "list_directory",
  list_files: "list_directory",
  ls: "list_directory",
  read_text_file: "read_file",
  open_file: "read_file",
  view_file: "read_file",
  cat: "read_file",
  create_file: "write_file",
  save_file: "write_file",
  remove_file: "delete_file",
  apply_diff: "edit_file",
  grep: ["search_files", "grep_files"],
  execute_command: "run_command",
  run_shell_command: "run_command",
  run_terminal_cmd: "run_command",
  shell: "run_command",
  bash: "run_command",
  web_fetch: "fetch_url",
  fetch: "fetch_url",
}

/** The tools a name may stand for, best first. Names come from models, so `constructor` is possible: hence `hasOwn`. */
export function aliasesOf(name: string, more: Aliases = {}): readonly string[] {
  const own = Object.hasOwn(more, name) ? more[name] : undefined
  const known = Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined
  return [own ?? [], known ?? []].flat()
}
