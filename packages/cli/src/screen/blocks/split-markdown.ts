// Splits a growing Markdown text into finished blocks and the rest, so that only the rest is laid out again while text streams.

export interface Split {
  readonly finished: readonly string[]
  readonly rest: string
}

/**
 * A blank line ends a block, except inside a fence and before an indented line, which may belong to a list. A fence at the margin is a
 * block of its own.
 */
export function splitMarkdown(text: string): Split {
  const finished: string[] = []
  let fence: string | undefined
  let start = 0
  let at = 0
  const finish = (end: number) => {
    const block = text.slice(start, end)
    if (block.trim() !== "") finished.push(block.replace(/^\n+|\s+$/g, ""))
    start = end
  }
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", at)) {
    const line = text.slice(at, end)
    const mark = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1]
    if (fence === undefined && mark !== undefined) {
      fence = mark
      if (line.startsWith(mark)) finish(at)
    } else if (fence !== undefined && closes(line, fence)) {
      fence = undefined
      if (/^[`~]/.test(text.slice(start, end).trimStart())) finish(end + 1)
    } else if (fence === undefined && line.trim() === "" && begins(text, end + 1)) finish(end + 1)
    at = end + 1
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
