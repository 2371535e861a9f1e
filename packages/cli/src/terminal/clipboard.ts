// Puts text into the clipboard: by a program of the desktop, and by asking the terminal, which also works over SSH.
import { spawn } from "node:child_process"
import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"
import { type Environment, world } from "../world.ts"
import { out } from "./screen.ts"

/** Many terminals ignore more than this. */
const MAX_OSC = 74_000

interface Program {
  readonly name: string
  readonly words: readonly string[]
  /** It works where this variable is set. */
  readonly needs?: string
}

const PROGRAMS: readonly Program[] = [
  { name: "wl-copy", words: [], needs: "WAYLAND_DISPLAY" },
  { name: "xclip", words: ["-selection", "clipboard"], needs: "DISPLAY" },
  { name: "xsel", words: ["--clipboard", "--input"], needs: "DISPLAY" },
  { name: "pbcopy", words: [] },
  { name: "clip.exe", words: [] },
]

export interface Copied {
  /** The program that has taken it. */
  readonly program?: string
  /** The terminal was asked, too. Terminals do not answer, and some ignore it. */
  readonly isAsked: boolean
}

export async function copyText(text: string): Promise<Copied> {
  const { env } = world()
  const program = PROGRAMS.find((each) => isThere(each, env))
  const isByProgram = program !== undefined && (await given(program, text))
  const isAsked = out.isScreen && Buffer.byteLength(text) <= MAX_OSC
  if (isAsked) out.copy(text)
  return { ...(isByProgram && { program: program.name }), isAsked }
}

function isThere({ name, needs }: Program, env: Environment): boolean {
  if (needs !== undefined && (env[needs] ?? "") === "") return false
  return (env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** False when the program failed. */
function given({ name, words }: Program, text: string): Promise<boolean> {
  // xclip stays as long as it owns the clipboard, so nothing waits for the end of its output.
  const child = spawn(name, words, { env: world().env, stdio: ["pipe", "ignore", "ignore"] })
  child.stdin.on("error", () => {})
  child.stdin.end(text)
  return new Promise((resolve) => {
    child.on("error", () => resolve(false)).on("exit", (code) => resolve(code === 0))
  })
}
