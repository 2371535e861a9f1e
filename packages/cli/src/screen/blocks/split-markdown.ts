// Splits a growing Markdown text into finished blocks and the rest, so that only the rest is laid out again while text streams.

export interface Split {
  readonly finished: readonly string[]
  readonly rest: string
}

/** A blank line ends a block, except inside a fence and before an indented line, which may belong to a list. */
export function splitMarkdown(text: string): Split {
  const finished: string[] = []
  let fence: string | undefined
  let start = 0
  let at = 0
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", at)) {
    const line = text.slice(at, end)
    at = end + 1
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== undefined) {
      if (closes(line, fence)) fence = undefined
    } else if (mark !== undefined) fence = mark
    else if (line.trim() === "" && begins(text, at)) {
      const block = text.slice(start, at).trim()
      if (block !== "") finished.push(text.slice(start, at).replace(/^\n+|\s+$/g, ""))
      start = at
    }
  }
  return { finished, rest: text.slice(start) }
}

function closes(line: string, fence: string): boolean {
  const mark = /^ {0,3}(`{3,}|~{3,})\s*$/.exec(line)?.[1]
  return mark?.startsWith(fence) === true
}

/** Whether the next line has begun, and begins at the margin. */
function begins(text: string, at: number): boolean {
  const next = text.charAt(at)
  return next !== "" && next !== " " && next !== "\t"
}
