// Drives the real program in tmux, which keeps a real screen: types keys, and looks at what is shown.
import { execFile } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { promisify } from "node:util"

const run = promisify(execFile)

export interface TmuxHow {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly columns?: number
  readonly rows?: number
}

export interface Tmux {
  readonly cwd: string
  /** The rows of the screen, without empty ones at the end. `isColoured`: with escape sequences. */
  screen(how?: { readonly isColoured?: boolean }): Promise<string>
  /** All rows since the start, with those that scrolled off. */
  all(): Promise<string>
  /** Waits until the screen shows it. Returns the screen. */
  see(wanted: string | RegExp): Promise<string>
  /** Waits until the screen no longer shows it. */
  unsee(unwanted: string | RegExp): Promise<string>
  /** Types letters, as they are. */
  type(letters: string): Promise<void>
  /** Presses keys by the names of tmux: Enter, C-c, BTab, M-Enter. */
  press(...keys: readonly string[]): Promise<void>
  paste(text: string): Promise<void>
  /** The title that the program has set. */
  title(): Promise<string>
  /** All that the program has written since the start of the shell, as it was sent. */
  written(): string
  resize(columns: number, rows: number): Promise<void>
  /** Kills the program, which then can do nothing more. */
  kill(): Promise<void>
  /** Closes the window, with everything in it. */
  close(): Promise<void>
}

let started = 0

/** Runs a line of a shell; the shell stays, so that what is on the screen at the end can be read. */
export async function startTmux(line: string, { cwd, env, columns = 80, rows = 24 }: TmuxHow): Promise<Tmux> {
  const socket = `pawl-${process.pid}-${++started}`
  const clean = Object.fromEntries(
    Object.entries({ ...process.env, ...env }).filter(([, value]) => value !== undefined),
  )
  const tmux = async (...words: readonly string[]) =>
    (await run("tmux", ["-L", socket, ...words], { env: clean as NodeJS.ProcessEnv })).stdout
  const size = ["-x", `${columns}`, "-y", `${rows}`]
  const shell = `PS1='$ ' HISTFILE= exec bash --norc --noprofile -i`
  await tmux("-f", "/dev/null", "new-session", "-d", ...size, "-c", cwd, "-s", "s", shell)
  await tmux("set-option", "-g", "history-limit", "20000")
  const folder = mkdtempSync(join(tmpdir(), "pawl-written-"))
  const written = join(folder, "all")
  await tmux("pipe-pane", "-t", "s", `cat > '${written}'`)
  // Programs that ask for it are told of Shift with Enter.
  await tmux("set-option", "-s", "extended-keys", "on")
  await tmux("send-keys", "-t", "s", "-l", line)
  await tmux("send-keys", "-t", "s", "Enter")
  const screen = async ({ isColoured = false } = {}) =>
    (await tmux("capture-pane", "-p", ...(isColoured ? ["-e"] : []), "-t", "s")).trimEnd()
  const shows = (text: string, wanted: string | RegExp) =>
    typeof wanted === "string" ? text.includes(wanted) : wanted.test(text)
  const until = async (isGood: (text: string) => boolean, what: string) => {
    const end = Date.now() + 40_000
    for (;;) {
      const text = await screen()
      if (isGood(text)) return text
      if (Date.now() > end) throw new Error(`The screen never ${what}. It shows:\n${text}`)
      await setTimeout(30)
    }
  }
  return {
    cwd,
    screen,
    all: async () => (await tmux("capture-pane", "-p", "-S", "-", "-t", "s")).trimEnd(),
    see: (wanted) => until((text) => shows(text, wanted), `showed ${wanted}`),
    unsee: (unwanted) => until((text) => !shows(text, unwanted), `lost ${unwanted}`),
    type: async (letters) => void (await tmux("send-keys", "-t", "s", "-l", letters)),
    press: async (...keys) => void (await tmux("send-keys", "-t", "s", ...keys)),
    paste: async (text) => {
      const loaded = run("tmux", ["-L", socket, "load-buffer", "-"])
      loaded.child.stdin?.end(text)
      await loaded
      await tmux("paste-buffer", "-p", "-t", "s")
    },
    title: async () => (await tmux("display-message", "-p", "-t", "s", "#{pane_title}")).trim(),
    written: () => (existsSync(written) ? readFileSync(written, "utf8") : ""),
    resize: async (width, height) => void (await tmux("resize-window", "-t", "s", "-x", `${width}`, "-y", `${height}`)),
    kill: async () => {
      const shell = (await tmux("display-message", "-p", "-t", "s", "#{pane_pid}")).trim()
      const program = Number.parseInt(readFileSync(`/proc/${shell}/task/${shell}/children`, "utf8"), 10)
      process.kill(program, "SIGKILL")
    },
    close: async () => {
      await tmux("kill-server").catch(() => "")
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
