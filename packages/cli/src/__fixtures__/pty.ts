// Drives the command like a user: types, and waits for output. A pseudo-terminal (util-linux script) has the real command in
// its own process; most tests are about the output, and use this process with an in-memory terminal.
import { spawn } from "node:child_process"
import { BIN, type Place } from "./pawl.ts"

export interface Pty {
  /** All output so far, without colours and cursor movements. */
  readonly screen: () => string
  /** The same with colours and movements. */
  readonly raw: () => string
  type(keys: string): void
  /** Resolves when the text appears after what was waited for last. */
  see(text: string | RegExp): Promise<string>
  /** Types a line, and waits for each of these in turn. */
  say(line: string, ...expected: readonly (string | RegExp)[]): Promise<void>
  readonly ended: Promise<number | null>
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed.
const MOVES = /\u001b\[[0-9;?]*[ -/]*[@-~]|\r/g

export interface PtyHow {
  readonly env?: Readonly<Record<string, string>>
  /** Runs another copy of the command. */
  readonly bin?: string
  /** The width of the terminal; unknown unless given. */
  readonly columns?: number
}

/** Less than a test may take, so that a test that waits in vain says for what, and what is on the screen. */
const PATIENCE_MS = 40_000

/** On Linux scripts/system-packages.sh installs `script`, so a test fails without it; elsewhere it is another program. */
export const hasPty = process.platform === "linux"

export function startPty(place: Place, words: readonly string[] = [], how: PtyHow = {}): Pty {
  const { env = {}, bin = BIN, columns } = how
  const line = [process.execPath, bin, ...words].map((word) => `'${word}'`).join(" ")
  const command = columns === undefined ? line : `stty cols ${columns} && exec ${line}`
  const { NODE_OPTIONS: _, ...inherited } = process.env
  const child = spawn("script", ["-qfec", command, "/dev/null"], {
    // These tests talk line by line; test/screen looks at the screen.
    env: { ...inherited, ...place.base, TERM: "xterm", PAWL_SCREEN: "0", ...env },
    cwd: place.work,
    stdio: ["pipe", "pipe", "inherit"],
  })
  place.children.add(child)
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve))
  const { shown, ...fingers } = typing((keys) => void child.stdin.write(keys), ended)
  child.stdout.setEncoding("utf8").on("data", shown)
  return { ...fingers, ended }
}

/** The same inside this process. */
export function startInside(place: Place, words: readonly string[] = [], how: Omit<PtyHow, "bin"> = {}): Pty {
  const { promise: ended, resolve, reject } = Promise.withResolvers<number>()
  const { shown, ...fingers } = typing((keys) => started.type(keys), ended)
  const started = place.onTerminal(words, { ...how, onShown: shown })
  started.ended.then(resolve, reject)
  return { ...fingers, ended }
}

function typing(type: (keys: string) => void, ended: Promise<unknown>) {
  let raw = ""
  let seen = 0
  let notify = () => {}
  const shown = (text: string) => {
    raw += text
    notify()
  }
  const screen = () => raw.replace(MOVES, "")
  let isOver = false
  const over = () => {
    isOver = true
    notify()
  }
  ended.then(over, over)
  const see = async (text: string | RegExp): Promise<string> => {
    for (;;) {
      const rest = screen().slice(seen)
      const found = typeof text === "string" ? { index: rest.indexOf(text), length: text.length } : match(rest, text)
      if (found.index >= 0) {
        seen += found.index + found.length
        return rest.slice(found.index, found.index + found.length)
      }
      if (isOver) throw new Error(`never saw ${text}; the screen ended with:\n${rest.slice(-2000)}`)
      const { promise: more, resolve, reject } = Promise.withResolvers<void>()
      notify = resolve
      const late = setTimeout(
        () => reject(new Error(`has not seen ${text} after ${PATIENCE_MS} ms; since then came:\n${rest.slice(-2000)}`)),
        PATIENCE_MS,
      )
      await more.finally(() => clearTimeout(late))
    }
  }
  const say = async (line: string, ...expected: readonly (string | RegExp)[]) => {
    type(`${line}\r`)
    for (const text of expected) await see(text)
  }
  return { screen, raw: () => raw, type, see, say, shown }
}

function match(text: string, pattern: RegExp): { readonly index: number; readonly length: number } {
  const found = pattern.exec(text)
  return found === null ? { index: -1, length: 0 } : { index: found.index, length: found[0].length }
}
