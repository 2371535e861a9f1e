// A program of a user in a process of its own: its lines are waited for, and it is killed for real.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"

export class Program {
  readonly #child: ChildProcess
  #printed = ""
  #onPrint = () => {}

  constructor(file: string, folder: string, env: Readonly<Record<string, string>> = {}, args: readonly string[] = []) {
    const { NODE_OPTIONS: _options, ...inherited } = process.env
    const words = [file, ...args]
    this.#child = spawn(process.execPath, words, { cwd: folder, env: { ...inherited, ...env }, stdio: "pipe" })
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#printed += text
        this.#onPrint()
      })
    }
    this.#child.on("close", () => this.#onPrint())
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** All that it has printed so far. */
  get printed(): string {
    return this.#printed
  }

  /** The first match in what it prints, as soon as that is there. Rejects when it ends without. */
  async prints(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = pattern.exec(this.#printed)
      if (found !== null) return found[1] ?? found[0]
      if (this.#hasEnded) throw new Error(`The program ended, and never printed ${pattern}:\n${this.#printed}`)
      await new Promise<void>((resolve) => {
        this.#onPrint = resolve
      })
    }
  }

  /** Its exit code, or the signal that ended it. */
  async ended(): Promise<number | string | null> {
    if (!this.#hasEnded) await once(this.#child, "close")
    return this.#child.signalCode ?? this.#child.exitCode
  }

  async kill(signal: "SIGKILL" | "SIGTERM" = "SIGKILL"): Promise<void> {
    this.#child.kill(signal)
    await this.ended()
  }

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }
}
