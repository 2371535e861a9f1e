// Node's line editor on a screen. It writes to the stream itself, so everything it draws is made safe before: the prompt,
// completions, and the history.
import {
  clearScreenDown,
  createInterface,
  cursorTo,
  type Interface,
  moveCursor,
  type ReadLineOptions,
} from "node:readline"
import { Writable } from "node:stream"
import { setImmediate as turnOfLoop } from "node:timers/promises"
import { world } from "../world.ts"
import { named } from "./plain.ts"
import { Screen } from "./screen.ts"
import { painted } from "./style.ts"

type EditorOptions = Omit<ReadLineOptions, "input" | "output" | "prompt"> & {
  readonly input?: NodeJS.ReadableStream
  /** Typed text is not shown. */
  readonly isHidden?: boolean
}

export function lineEditor(screen: Screen, { input = world().stdin, isHidden, ...options }: EditorOptions): Interface {
  const output = isHidden === true ? silence() : Screen.streamOf(screen)
  const { history, completer } = options
  const lines = createInterface({
    ...options,
    input,
    output,
    ...(history !== undefined && { history: history.map(named) }),
    ...(completer !== undefined && { completer: (line: string) => plainOnly(completer as SyncCompleter, line) }),
  })
  const setPrompt = lines.setPrompt.bind(lines)
  return Object.assign(lines, { setPrompt: (prompt: string) => setPrompt(painted(prompt)) })
}

/** Drops input that was typed before the question was shown: it cannot be an answer. */
export async function forgetTyped(): Promise<void> {
  const { stdin } = world()
  const forget = () => {}
  stdin.on("data", forget)
  // Waiting lines are read at once; the second turn of the event loop comes after them.
  await turnOfLoop()
  await turnOfLoop()
  stdin.pause()
  stdin.off("data", forget)
}

/** Erases what the editor drew, from this many rows above the cursor. */
export function eraseRows(screen: Screen, rows: number): void {
  const output = Screen.streamOf(screen)
  moveCursor(output, 0, -rows)
  cursorTo(output, 0)
  clearScreenDown(output)
}

type SyncCompleter = (line: string) => readonly [readonly string[], string]

/** File names are untrusted. Tab does not offer names that would have to be shown escaped. */
function plainOnly(complete: SyncCompleter, line: string): [string[], string] {
  const [words, end] = complete(line)
  return [words.filter(isPlain), end]
}

function isPlain(text: string): boolean {
  return named(text) === text
}

function silence(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}
