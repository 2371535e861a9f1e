// What `/help` shows: what can be used now, or all about one command.
import { short } from "../terminal/plain.ts"
import { aboutOf, type MenuEntry } from "./menu.ts"

const WIDE_ROW = 110
const NARROW_ROW = 60

/** `columns`: the width of the terminal, if known. */
export function helpText(menu: readonly MenuEntry[], columns = WIDE_ROW): string {
  const rows = menu.map((entry) => rowOf(short(entry.usage, 200), aboutOf(entry), columns))
  return `${rows.join("\n")}

  /help COMMAND explains a command.
  Esc or Ctrl-C cancels the turn; Ctrl-C twice exits. A line that ends with \\ continues on the next line.
  What you type while a turn runs is kept, and sent when the turn ends.
  @FILE shows the model a file, an image, a PDF, a Word document or a folder; Tab completes the path, \\@ is a plain @.
  @SERVER:URI shows the model a resource of an MCP server.
  !COMMAND runs a command of your shell and shows its output; !!COMMAND sends the output to the model, too.`
}

/** On a narrow screen what it does stands below it. */
function rowOf(usage: string, about: string, columns: number): string {
  if (columns < NARROW_ROW) return `  ${usage}\n      ${about}`
  const width = columns < WIDE_ROW ? 22 : 46
  return `  ${usage.length > width ? `${usage}\n${" ".repeat(width + 2)}` : usage.padEnd(width)} ${about}`
}

export function helpFor(entry: MenuEntry): string {
  const { usage, details } = entry
  const more = details === undefined ? [] : details.split("\n").map((line) => `  ${line}`)
  return [usage, `  ${aboutOf(entry)}`, ...more].join("\n")
}
