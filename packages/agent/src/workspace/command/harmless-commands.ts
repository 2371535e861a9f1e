// Decides which commands only read, so that they need no approval, and how such commands are run.
import { lstatSync } from "node:fs"
import { join } from "node:path"
import { isHarmlessLine, isKnownLine } from "../../features/approval/policy/harmless-lines.ts"
import { type RestrictedRun, restrictedRun } from "./restricted-run.ts"

interface Line {
  readonly command: string
  readonly cwd?: string
}

export class HarmlessCommands {
  readonly #root: string
  readonly #env: NodeJS.ProcessEnv
  /** Commands that need no approval. They always run restricted, even if a file has changed since the decision. */
  readonly #unasked = new Set<string>()

  constructor(root: string, env: NodeJS.ProcessEnv) {
    this.#root = root
    this.#env = env
  }

  has({ command, cwd }: Line): boolean {
    return cwd === undefined && isHarmlessLine(command, this.#root) && this.lookingOf(command) !== undefined
  }

  /** Whether the command needs approval. */
  mustAsk(line: Line): boolean {
    if (!this.has(line)) return true
    this.#unasked.add(line.command)
    return false
  }

  /** Decides again if needed: another process, which has ended since, may have made the first decision. */
  isUnasked(line: Line): boolean {
    return line.cwd === undefined && (this.#unasked.has(line.command) || this.has(line))
  }

  /**
   * How to run the command restricted. A known command that was approved also runs this way, because that takes nothing
   * from it. Except git when the repository is not in the workspace's root: only git itself then finds it.
   */
  lookingOf(command: string, isUnasked = this.#unasked.has(command)): RestrictedRun | undefined {
    const isHere = isUnasked || !/\bgit\b/.test(command) || isFolder(join(this.#root, ".git"))
    return isHere && isKnownLine(command)
      ? restrictedRun(this.#root, command, { env: this.#env, isUnasked })
      : undefined
  }
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
