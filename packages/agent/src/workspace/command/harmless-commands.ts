// Which commands only look, so that nobody is asked; and how they are run then.
import { lstatSync } from "node:fs"
import { join } from "node:path"
import { isHarmlessLine, isKnownLine } from "../../features/approval/policy/harmless-lines.ts"
import { type Looking, lookingAt } from "./looking.ts"

interface Line {
  readonly command: string
  readonly cwd?: string
}

export class HarmlessCommands {
  readonly #root: string
  readonly #env: NodeJS.ProcessEnv
  /** What nobody was asked about never runs in another way because a file was changed meanwhile. */
  readonly #unasked = new Set<string>()

  constructor(root: string, env: NodeJS.ProcessEnv) {
    this.#root = root
    this.#env = env
  }

  has({ command, cwd }: Line): boolean {
    return cwd === undefined && isHarmlessLine(command, this.#root) && this.lookingOf(command) !== undefined
  }

  /** Whether somebody has to be asked. */
  mustAsk(line: Line): boolean {
    if (!this.has(line)) return true
    this.#unasked.add(line.command)
    return false
  }

  /** It may have been judged by a process that is gone. */
  isUnasked(line: Line): boolean {
    return line.cwd === undefined && (this.#unasked.has(line.command) || this.has(line))
  }

  /** Also of what somebody was asked about: it does no less. But a repository that is elsewhere is found by git alone. */
  lookingOf(command: string, isUnasked = this.#unasked.has(command)): Looking | undefined {
    const isHere = isUnasked || !/\bgit\b/.test(command) || isFolder(join(this.#root, ".git"))
    return isHere && isKnownLine(command) ? lookingAt(this.#root, command, { env: this.#env, isUnasked }) : undefined
  }
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
