// Node's line editor on a screen. It writes to the stream itself, so everything it draws is made safe before: the prompt,
// completions, and the history.
import {
  type AsyncCompleter,
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

type EditorOptions = Omit<ReadLineOptions, "input" | "output" | "prompt" | "completer"> & {
  /** The candidates, and the end of the line that they replace. */
  readonly completer?: (line: string) => Promise<readonly [readonly string[], string]>
  readonly input?: NodeJS.ReadableStream
  /** Typed text is not shown. */
  readonly isHidden?: boolean
}

export function lineEditor(screen: Screen, given: EditorOptions): Interface {
  const { input = world().stdin, isHidden, completer, ...options } = given
  const output = isHidden === true ? silence() : Screen.streamOf(screen)
  const { history } = options
  const lines = createInterface({
    ...options,
    input,
    output,
    ...(history !== undefined && { history: history.map(named) }),
    ...(completer !== undefined && { completer: plainOnly(completer) }),
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

/** File names are untrusted. Tab does not offer names that would have to be shown escaped. */
function plainOnly(complete: NonNullable<EditorOptions["completer"]>): AsyncCompleter {
  return (line, done) =>
    void complete(line).then(
      ([words, end]) => done(null, [words.filter(isPlain), end]),
      () => done(null, [[], line]),
    )
}

function isPlain(text: string): boolean {
  return named(text) === text
}

function silence(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}
