// A workspace that an attacker has prepared, beside a folder
// with a decoy that no tool may read or change without approval.
import { execFileSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { onTestFinished } from "vitest"
import type { JsonObject } from "../../../packages/agent/src/contracts/json.ts"
import type { Tool } from "../../../packages/agent/src/tools/tool.ts"
import { noContext } from "../../../packages/agent/src/workspace/__fixtures__/use-tools.ts"
import { type BuiltinOptions, builtinTools } from "../../../packages/agent/src/workspace/builtin-tools.ts"

export const DECOY = "decoy-of-another-folder"

export interface Attacked {
  readonly workspace: string
  readonly outside: string
  /** Puts a file into the workspace. */
  readonly put: (name: string, content: string, mode?: number) => string
  readonly git: (...args: readonly string[]) => string
  /** A program that leaves a trace when it runs. */
  readonly trap: (name: string) => string
  /** Whether a trap ran since the last check. */
  readonly isSprung: () => boolean
  readonly tools: (options?: Partial<BuiltinOptions>) => Tools
}

export interface Tools {
  readonly asks: (name: string, input: JsonObject) => boolean
  /** Code of the refusal that comes before any approval is requested. */
  readonly refuses: (name: string, input: JsonObject) => string | undefined
  /** What the model is shown, also for a failure. */
  readonly use: (name: string, input: JsonObject) => Promise<string>
}

export function attacked(): Attacked {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pawl-attacked-")))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [workspace, outside] = [join(folder, "work"), join(folder, "outside")]
  for (const each of [workspace, outside]) mkdirSync(each)
  writeFileSync(join(outside, "secret.txt"), `${DECOY}\n`)
  const put = (name: string, content: string, mode = 0o644) => {
    const path = join(workspace, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    chmodSync(path, mode)
    return path
  }
  const sprung = join(workspace, "sprung")
  return {
    workspace,
    outside,
    put,
    git: (...args) =>
      execFileSync("git", args, { cwd: workspace, encoding: "utf8", stdio: "pipe", env: plainEnv(folder) }),
    trap: (name) => put(name, `#!/bin/sh\ntouch '${sprung}'\ncat "$1" 2>/dev/null\nexit 0\n`, 0o755),
    isSprung: () => {
      const was = existsSync(sprung)
      rmSync(sprung, { force: true })
      return was
    },
    tools: (options = {}) => toolsOf(builtinTools({ workspace, ...options })),
  }
}

/** A repository with one commit. */
export function repository(): Attacked {
  const made = attacked()
  made.put("a.txt", "one\n")
  made.git("init", "-q")
  made.git("add", "a.txt")
  made.git("commit", "-qm", "first")
  return made
}

function plainEnv(home: string): NodeJS.ProcessEnv {
  const who = { GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@b", GIT_COMMITTER_NAME: "a", GIT_COMMITTER_EMAIL: "a@b" }
  return { PATH: process.env.PATH, HOME: home, ...who }
}

/** The functions of built-in tools look at the arguments only. */
export const NO_TURN = { session: "", turn: 0, context: undefined }

function toolsOf(tools: readonly Tool[]): Tools {
  const find = (name: string): Tool => {
    const found = tools.find((each) => each.name === name)
    if (found === undefined) throw new Error(`No tool ${name}`)
    return found
  }
  return {
    asks(name, input) {
      const { approval, effect } = find(name)
      return typeof approval === "function"
        ? approval(input as never, NO_TURN) === true
        : (approval ?? effect !== "read")
    },
    refuses: (name, input) => find(name).refuses?.(input as never, NO_TURN)?.code,
    use: async (name, input) => {
      try {
        return String(await find(name).run(input as never, noContext))
      } catch (error) {
        return String(error)
      }
    },
  }
}
