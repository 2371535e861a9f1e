// The search_files tool: finds matching lines in files and shows them with the lines around them.
import { defined } from "../base/defined.ts"
import { type Tool, ToolFailure } from "../tools/tool.ts"
import { objectSchema, typedTool } from "../tools/typed-tool.ts"
import { shownPath, type Workspace } from "./confined/workspace.ts"
import { type Found, search } from "./search/search.ts"

interface Input {
  readonly pattern: string
  readonly path?: string
  readonly glob?: string
  readonly literal?: boolean
  readonly ignore_case?: boolean
  readonly max_results?: number
}

const DEFAULT_RESULTS = 100
const MAX_RESULTS = 1000
const CONTEXT_LINES = 2
/** Limits memory and the log. The toolbox decides how much of it a model is shown. */
const MAX_CHARS = 1_000_000

/** How the built-in tool for searches works. */
export interface SearchOptions {
  /** How long a search may take. */
  readonly searchTimeoutMs?: number
}

export function searchFiles(workspace: Workspace, { searchTimeoutMs = 20_000 }: SearchOptions = {}): Tool {
  return typedTool<Input>({
    name: "search_files",
    description:
      "Searches the text files of the workspace line by line, past what .gitignore excludes, and shows each match with two lines around it. The pattern is a JavaScript regular expression, or plain text with literal.",
    input: objectSchema({
      pattern: { type: "string", minLength: 1 },
      "path?": {
        type: "string",
        minLength: 1,
        description: "The folder or file to search; the workspace if left out.",
      },
      "glob?": { type: "string", minLength: 1, description: 'Only files like this: "*.ts", "src/**/*.md".' },
      "literal?": { type: "boolean", description: "The pattern is plain text." },
      "ignore_case?": { type: "boolean" },
      "max_results?": {
        type: "integer",
        minimum: 1,
        maximum: MAX_RESULTS,
        description: `${DEFAULT_RESULTS} if left out.`,
      },
    }),
    effect: "read",
    contents: ["pattern"],
    // Our own time limit comes first and reports what was found until then.
    timeoutMs: searchTimeoutMs + 5000,
    async run({ pattern, path = ".", glob, literal = false, ignore_case = false, max_results }, { signal }) {
      if (!literal) mustBeExpression(pattern)
      const maxMatches = max_results ?? DEFAULT_RESULTS
      const query = {
        workspace,
        path: shownPath(workspace, path),
        pattern,
        isLiteral: literal,
        ignoreCase: ignore_case,
        ...defined({ glob }),
        context: CONTEXT_LINES,
        maxMatches,
      }
      return report(await search(query, { timeoutMs: searchTimeoutMs, signal }), searchTimeoutMs)
    },
  })
}

function mustBeExpression(pattern: string): void {
  try {
    new RegExp(pattern)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ToolFailure(
      "pattern-invalid",
      `${why}. Correct the pattern, or set literal to search for it as plain text.`,
    )
  }
}

function report({ matches, done, at }: Found, timeoutMs: number): string {
  const blocks: string[] = []
  let chars = 0
  for (const { path, lines } of matches) {
    const block = [path, ...lines].join("\n")
    if (chars + block.length > MAX_CHARS && blocks.length > 0) break
    chars += block.length + 2
    blocks.push(block.slice(0, MAX_CHARS))
  }
  const notes = [countOf(matches, blocks.length)]
  if (done === undefined) {
    const where = at === undefined || at === "" ? "" : ` at ${at}`
    notes.push(
      `[Stopped after ${timeoutMs / 1000} s${where}; the rest was not searched. Search a smaller folder, or use a simpler pattern.]`,
    )
  } else {
    if (!done.isComplete) notes.push("[There may be more: the limit max_results was reached.]")
    if (done.secret > 0) notes.push(leftOut(done.secret))
    if (done.large > 0) notes.push(`[${done.large} files above 5 MB were not searched.]`)
  }
  return [...blocks, notes.join("\n")].join("\n\n")
}

function leftOut(count: number): string {
  const which =
    count === 1
      ? "1 file that may hold secrets by its name was"
      : `${count} files that may hold secrets by their names were`
  return `[${which} not searched. To search one, name it as path.]`
}

function countOf(matches: Found["matches"], shown: number): string {
  if (matches.length === 0) return "[No matches.]"
  const count = matches.reduce((sum, match) => sum + match.count, 0)
  const some = shown < matches.length ? ` Only the first ${shown} files are shown: narrow the search.` : ""
  return `[${count} ${count === 1 ? "match" : "matches"} in ${matches.length} ${matches.length === 1 ? "file" : "files"}.${some}]`
}
