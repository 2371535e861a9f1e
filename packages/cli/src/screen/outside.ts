// Gives the terminal to others for a while: to the shell at Ctrl-Z, and to the user's editor at Ctrl-G.
import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { world } from "../world.ts"
import type { ScreenPort } from "./screen.ts"

/** The shell's `fg` brings the screen back. */
export function suspended(screen: ScreenPort): void {
  const here = world()
  const back = () => {
    here.off("SIGCONT", back)
    screen.start()
  }
  here.on("SIGCONT", back)
  screen.stop()
  // The whole group, as the terminal itself would do it: a program may have started this one.
  process.kill(0, "SIGTSTP")
}

/** The editor that the user has set. */
export function ownEditor(): string | undefined {
  const { VISUAL, EDITOR } = world().env
  return VISUAL || EDITOR || undefined
}

/** The text as the user's editor left it; undefined when the editor failed. */
export async function inEditor(screen: ScreenPort, text: string, name = "message.md"): Promise<string | undefined> {
  const editor = ownEditor() ?? "vi"
  const folder = mkdtempSync(join(tmpdir(), "pawl-message-"))
  const file = join(folder, name)
  writeFileSync(file, text, { mode: 0o600 })
  screen.stop()
  try {
    // The setting may have options, as in "code --wait", so a shell reads it.
    const child = spawn("/bin/sh", ["-c", `${editor} "$1"`, "editor", file], { stdio: "inherit" })
    const code = await new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve))
    if (code !== 0)
      throw new Error(`The editor "${editor}" failed with ${code ?? "a signal"}. The text stays as it was.`)
    return readFileSync(file, "utf8").replace(/\n$/, "")
  } finally {
    screen.start()
    rmSync(folder, { recursive: true, force: true })
  }
}
