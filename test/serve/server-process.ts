// Starts the server as a process of its own, kills it as a crash does, and starts it again on the same files.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { bundled } from "../bundled.ts"

const PROGRAM = fileURLToPath(new URL("./server-program.ts", import.meta.url))

export class ServerProcess {
  readonly #folder = mkdtempSync(join(tmpdir(), "pawl-serve-"))
  readonly #chunkMs: number
  readonly #isHeld: boolean
  #child: ChildProcess | undefined
  #url: Promise<string> | undefined
  kills = 0

  /** `isHeld`: answers stop in the middle until the process is killed. */
  constructor(chunkMs = 2, { isHeld = false } = {}) {
    this.#chunkMs = chunkMs
    this.#isHeld = isHeld
  }

  /** Where the server is, as soon as it is there. */
  url(): Promise<string> {
    this.#url ??= this.#start()
    return this.#url
  }

  /** Ends the process at once, in whatever it does. The next one that asks for the address starts it again. */
  async kill(): Promise<void> {
    const child = this.#child
    if (child === undefined) return
    this.#child = undefined
    this.kills++
    const over = once(child, "exit")
    child.kill("SIGKILL")
    await over
    this.#url = undefined
  }

  async close(): Promise<void> {
    await this.kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #start(): Promise<string> {
    const program = await bundled(PROGRAM)
    const args = [program, this.#folder, String(this.#chunkMs), "0", this.#isHeld ? "held" : ""]
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
    this.#child = child
    const [line] = await once(createInterface({ input: child.stdout }), "line")
    return String(line)
  }
}
