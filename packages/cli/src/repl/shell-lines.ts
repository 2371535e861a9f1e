// Lines that begin with an exclamation mark run a command of the user's shell: "!" shows its output, "!!" sends it to the model, too.
import { existsSync } from "node:fs"
import { named, plain } from "../terminal/plain.ts"
import type { Room } from "./command.ts"
import { type Ended, runInShell, type Written } from "./shell-process.ts"

/** How many lines are shown at most: those that stay, and those of a command that runs. */
const MAX_SHOWN = 40
const MAX_RUNNING = 10
/** A command that is over sooner needs no word about it. */
const SAID_MS = 1000
/** Between two looks at what a command writes. */
const LOOK_MS = 100

const USE = "! runs a command of your shell, as in !ls. !! also sends what it wrote to the model. Nothing was sent."

export interface ShellLine {
  /** Empty when there is none behind the marks. */
  readonly command: string
  /** The model gets the output, too. */
  readonly isSent: boolean
}

/** Undefined when the line is a message. */
export function shellIn(line: string): ShellLine | undefined {
  const [, marks, command = ""] = /^(!!?)(?:[!\s]*|\s*([^!\s][\s\S]*))$/.exec(line.trim()) ?? []
  return marks === undefined ? undefined : { command, isSent: marks === "!!" }
}

export async function runShell({ conversation, terminal }: Room, { command, isSent }: ShellLine): Promise<void> {
  if (command === "") return terminal.tell(USE)
  const { workspace } = conversation.settings
  if (!existsSync(workspace))
    return terminal.tell(
      terminal.style.red(
        `The folder "${named(workspace)}" is gone, so no command can run in it. Make it again, or start pawl in another folder.`,
      ),
    )
  const { text, linesBefore, end, isLeft } = await watched(terminal, command, workspace)
  if (isLeft) return
  const output = text.trimEnd()
  const { rows, left } = lastRows({ text: output, linesBefore }, MAX_SHOWN)
  if (left > 0) terminal.tell(terminal.style.dim(beforeText(left)))
  for (const row of rows) terminal.tell(row)
  if (end !== "exit code 0") terminal.tell(terminal.style.yellow(`  ${end}`))
  if (!isSent) return
  const cut = linesBefore === 0 ? "" : `(without the first ${linesBefore.toLocaleString("en")} lines)\n`
  conversation.sayInput(`I ran this command: ${named(command)}\nIt ended with ${end} and wrote:\n${cut}${output}`)
}

/** Runs it, and shows meanwhile what it writes. */
async function watched(terminal: Room["terminal"], command: string, cwd: string): Promise<Ended> {
  const show = terminal.running()
  let written: Written | undefined
  const soon = setTimeout(() => terminal.tell(terminal.style.dim("  (it runs; Esc or Ctrl-C stops it)")), SAID_MS)
  // It may write far more often than anyone can look.
  const looks = setInterval(() => {
    if (written === undefined) return
    const { rows, left } = lastRows({ ...written, text: written.text.trimEnd() }, MAX_RUNNING)
    show([...(left > 0 ? [beforeText(left)] : []), ...rows])
    written = undefined
  }, LOOK_MS)
  try {
    return await runInShell(command, cwd, (now) => {
      written = now
    })
  } finally {
    clearTimeout(soon)
    clearInterval(looks)
    show([])
  }
}

function lastRows({ text, linesBefore }: Written, most: number): { rows: readonly string[]; left: number } {
  const lines = text === "" ? [] : text.split("\n")
  const shown = lines.slice(-most)
  return { rows: shown.map((line) => `  ${plain(line)}`), left: linesBefore + lines.length - shown.length }
}

function beforeText(left: number): string {
  return `  \u2026 ${left.toLocaleString("en")} lines before`
}
