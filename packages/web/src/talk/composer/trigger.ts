// What the person is about to name at the cursor: a file after "@", or a command after "/" at the start.

export interface Trigger {
  readonly kind: "file" | "command"
  readonly query: string
  /** What a choice replaces. */
  readonly from: number
  readonly to: number
}

export function triggerAt(text: string, caret: number): Trigger | undefined {
  const before = text.slice(0, caret)
  const command = /^\/([\w.:-]*)$/.exec(before)
  if (command !== null) return { kind: "command", query: command[1] ?? "", from: 0, to: caret }
  const file = /(?:^|[\s(])@([^\s@]*)$/.exec(before)
  if (file === null) return undefined
  const query = file[1] ?? ""
  return { kind: "file", query, from: caret - query.length - 1, to: caret }
}

/** The text with the choice in it, and where the cursor goes. */
export function completed(
  text: string,
  { from, to }: Trigger,
  chosen: string,
): { readonly text: string; readonly caret: number } {
  const after = text.slice(to)
  const gap = after.startsWith(" ") || after.startsWith("\n") ? "" : " "
  return { text: `${text.slice(0, from)}${chosen}${gap}${after}`, caret: from + chosen.length + 1 }
}

/** A path with a space in it needs quotes, or it would end there. */
export function fileWord(path: string): string {
  return /\s/.test(path) ? `@"${path}"` : `@${path}`
}
