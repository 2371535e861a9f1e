// A short text on what the agent can do with the tools of this request: some models need it before the tool
// definitions. It names only offered tools.
import type { ToolDefinition } from "../../contracts/model.ts"

type Row = readonly [tool: string, words: string]

/** Pawl's own tools, grouped by subject. */
const IN_FOLDER: readonly Row[] = [
  ["list_directory", "list folders"],
  ["read_file", "read files"],
  ["search_files", "search in files"],
  ["write_file", "write files"],
  ["edit_file", "change passages of files"],
  ["move_file", "move and rename files"],
  ["delete_file", "delete files"],
  ["run_command", "run commands"],
]
const BESIDES: readonly Row[] = [
  ["fetch_url", "fetch pages from the web"],
  ["tasks", "keep a list of tasks"],
  ["notes", "keep notes for later"],
  ["delegate", "give tasks to sub-agents"],
]

export function capabilitiesText(tools: readonly ToolDefinition[], workspace: string | undefined): string {
  const names = new Set(tools.map(({ name }) => name))
  const offered = (rows: readonly Row[]) => rows.flatMap(([tool, words]) => (names.has(tool) ? [words] : []))
  const servers = [...new Set(tools.flatMap(({ name }) => /^(.+?)__./.exec(name)?.[1] ?? []))].sort()
  return [
    line("In the working folder you can", workspace === undefined ? [] : offered(IN_FOLDER)),
    line("You can also", offered(BESIDES)),
    line("You have the tools of", servers),
  ]
    .filter((each) => each !== "")
    .join("\n")
}

function line(lead: string, words: readonly string[]): string {
  return words.length === 0 ? "" : `- ${lead}: ${words.join(", ")}.`
}
