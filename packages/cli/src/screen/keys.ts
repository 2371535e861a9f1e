// The keys of the screen besides those of a line editor: one table for what they do and for the help that "?" shows.

export type KeyAction =
  | "interrupt"
  | "end"
  | "escape"
  | "unfold"
  | "mode"
  | "search"
  | "editor"
  | "suspend"
  | "send-now"
  | "queue"
  | "paste-image"
  | "redraw"

/** By the name of the key. Some hold only while the field is empty. */
export const KEYS: Readonly<Record<string, { readonly action: KeyAction; readonly whenEmpty?: true }>> = {
  "ctrl+c": { action: "interrupt" },
  "ctrl+d": { action: "end", whenEmpty: true },
  escape: { action: "escape" },
  "ctrl+o": { action: "unfold" },
  "shift+tab": { action: "mode" },
  "ctrl+r": { action: "search" },
  "ctrl+g": { action: "editor" },
  "ctrl+z": { action: "suspend" },
  "ctrl+s": { action: "send-now" },
  "ctrl+l": { action: "redraw" },
  "ctrl+v": { action: "paste-image" },
  up: { action: "queue", whenEmpty: true },
}

const HELP: readonly (readonly [keys: string, does: string])[] = [
  ["Enter", "send; during a turn, the message is queued"],
  ["Alt-Enter, Ctrl-J, \\ Enter", "a new line; Shift-Enter where it is known"],
  ["Up, Down", "earlier messages; with a queue, choose in it first"],
  ["Ctrl-R", "search the earlier messages"],
  ["Ctrl-G", "write in $VISUAL or $EDITOR"],
  ["Ctrl-S", "send the first queued message now, or the chosen one"],
  ["Ctrl-V", "paste the image of the clipboard"],
  ["Shift-Tab", "approval mode: ask, edits, plan, auto"],
  ["Ctrl-O", "show folded output, or fold it"],
  ["Esc", "stop the turn; twice between turns: go back"],
  ["Ctrl-C", "clear the line, cancel the turn, exit"],
  ["Ctrl-Z, Ctrl-D", "pause (fg goes on), exit"],
  ["@FILE, /COMMAND", "attach a file, run a command of Pawl"],
  ["!COMMAND, !!COMMAND", "run a command, and send its output too"],
]

/** On a narrow screen what a key does follows it in the same row. */
export function keyHelp(columns: number): string {
  const isNarrow = columns < 70
  return HELP.map(([keys, does]) => `  ${isNarrow ? `${keys}: ` : keys.padEnd(27)}${does}`).join("\n")
}
