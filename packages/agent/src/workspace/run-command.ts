// run_command: a shell command in the workspace, with a time limit, bounded output, and nothing left running afterwards.
import { existsSync, lstatSync } from "node:fs"
import { constants, homedir } from "node:os"
import { join, resolve } from "node:path"
import { stripVTControlCharacters } from "node:util"
import { defined } from "../base/defined.ts"
import { isHarmlessLine, isKnownLine } from "../features/approval/policy/harmless-lines.ts"
import { type Tool, ToolFailure } from "../tools/tool.ts"
import { ANYTHING, objectSchema, typedTool } from "../tools/typed-tool.ts"
import { type Confinement, confinementFor } from "./command/confinement.ts"
import { controlCharacters } from "./command/control-characters.ts"
import { withoutSecrets } from "./command/environment.ts"
import { type Looking, lookingAt, MEMORY_GB } from "./command/looking.ts"
import { type Ended, runProcess } from "./command/run-process.ts"
import { pathOutside } from "./command/search-path.ts"
import { withFolder } from "./confined/open-folder.ts"
import { shownPath, type Workspace } from "./confined/workspace.ts"

export interface CommandOptions {
  /** The whole environment of commands. Left out: that of this process, without what looks like a secret. */
  readonly env?: NodeJS.ProcessEnv
  /** Confined commands reach no network unless you say so. */
  readonly allowNetwork?: boolean
  /** Confined commands read these folders too: where a toolchain is installed, as in "~/.cargo" or "/opt/go". */
  readonly readOnlyFolders?: readonly string[]
}

interface Input {
  readonly command: string
  readonly cwd?: string
  readonly timeout_ms?: number
}

const DEFAULT_TIMEOUT_MS = 120_000
const MAX_TIMEOUT_MS = 600_000

export function runCommand(workspace: Workspace, options: CommandOptions): Tool {
  const { root } = workspace
  const given = options.env ?? withoutSecrets(process.env)
  const path = pathOutside(root, given.PATH)
  const env = { ...given, ...defined({ PATH: path }) }
  const { allowNetwork = false } = options
  const readOnlyFolders = (options.readOnlyFolders ?? []).map((each) => resolve(each.replace(/^~(?=\/|$)/, homedir())))
  const confinement = confinementFor({ root, env, allowNetwork, readOnlyFolders })
  const shell = existsSync("/bin/bash") ? "/bin/bash" : "/bin/sh"
  // What nobody was asked about never runs in another way because a file was changed meanwhile.
  const unasked = new Set<string>()
  const isHarmless = ({ command, cwd }: Input) =>
    cwd === undefined && isHarmlessLine(command, root) && lookingOf(command) !== undefined
  /** Also of what somebody was asked about: it does no less. But a repository that is elsewhere is found by git alone. */
  const lookingOf = (command: string, isUnasked = unasked.has(command)): Looking | undefined => {
    const isHere = isUnasked || !/\bgit\b/.test(command) || isFolder(join(root, ".git"))
    return isHere && isKnownLine(command) ? lookingAt(root, command, { env, isUnasked }) : undefined
  }
  return typedTool<Input>({
    name: "run_command",
    description: `Runs a shell command in the workspace and returns its output and exit code. It gets no input, and what it leaves in the background is ended with it. ${describe(confinement, allowNetwork)}`,
    input: objectSchema({
      command: { type: "string", minLength: 1, description: "The command line, as for sh -c." },
      "cwd?": {
        type: "string",
        minLength: 1,
        description: "A folder of the workspace to run it in; its top if left out.",
      },
      "timeout_ms?": {
        type: "integer",
        minimum: 1,
        maximum: MAX_TIMEOUT_MS,
        description: `Time limit; ${DEFAULT_TIMEOUT_MS} if left out.`,
      },
    }),
    // What needs nobody's leave only looks.
    effect: (input) => (isHarmless(input) ? "read" : "once"),
    risk: "unknown",
    approval: (input) => {
      if (!isHarmless(input)) return true
      unasked.add(input.command)
      return false
    },
    refuses: ({ command }) => controlCharacters(command),
    touches: () => [ANYTHING],
    preview: ({ command, cwd }) => `${cwd === undefined ? "" : `cd ${shownPath(workspace, cwd)}\n`}$ ${command}`,
    // Ours comes first, and reports what the command printed until then.
    timeoutMs: MAX_TIMEOUT_MS + 10_000,
    // How it ended stands at its end.
    cutAt: "middle",
    async run(input, { signal, output }) {
      const { command, cwd = ".", timeout_ms: timeoutMs = DEFAULT_TIMEOUT_MS } = input
      const folder = await withFolder(workspace, cwd, async (_, shown) => join(root, shown))
      // It may have been judged by a process that is gone.
      const isUnasked = input.cwd === undefined && (unasked.has(command) || isHarmless(input))
      const looking = folder === root ? lookingOf(command, isUnasked) : undefined
      // One stream for both, so that what was printed first comes first. On the same line, so that line numbers stay.
      const args = ["-c", `exec 2>&1; ${looking?.prelude ?? ""}${command}`]
      const line = confinement.wrap({ file: shell, args, cwd: folder, env: { ...(looking?.env ?? env), PWD: folder } })
      const ended = await runProcess(line, { timeoutMs, signal, onOutput: output })
      return report(ended, timeoutMs, { ...confinement, isUnasked, leavesOut: looking?.leavesOut === true })
    },
  })
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function describe({ missing }: Confinement, allowNetwork: boolean): string {
  if (missing !== undefined) {
    return `It is NOT confined (${missing}): it can read and change whatever the user can, also outside the workspace, and use the network.`
  }
  const network = allowNetwork ? "It may use the network." : "It has no network."
  return `It is confined: only the workspace and a private /tmp can be written, and beside them only the system's programs can be read. ${network}`
}

interface Ran extends Pick<Confinement, "missing" | "isClosed"> {
  readonly isUnasked: boolean
  readonly leavesOut: boolean
}

function report(ended: Ended, timeoutMs: number, { missing, isClosed, isUnasked, leavesOut }: Ran): string {
  const notes = [howItEnded(ended, timeoutMs)]
  if (isUnasked && ended.code !== 0 && OUT_OF_MEMORY.test(ended.output))
    notes.push(`[It ran out of memory: what runs without asking gets ${MEMORY_GB} GB. Ask for less at once.]`)
  if (leavesOut)
    notes.push("[Files and folders with names of secrets (.env, *.key, ...) were left out of the search, and .git.]")
  if (ended.hadBackground) {
    notes.push("[It left processes in the background; they were ended. Run a server and what needs it in one command.]")
  }
  if (missing !== undefined) notes.push(`[This command was not confined: ${missing}.]`)
  if (!isClosed) notes.push("[Processes that it started and that left its group on purpose may live on.]")
  const output = stripVTControlCharacters(ended.output).trimEnd()
  const all = [output === "" ? "[No output.]" : output, ...notes].join("\n")
  // What it printed is no error of ours.
  const shown = { isOutput: true } as const
  if (ended.why === "timeout") throw new ToolFailure("command-timeout", all, "timeout", shown)
  if (ended.why === "abort") throw new ToolFailure("command-stopped", all, "error", shown)
  return all
}

/** As the C library and the programs that run unasked say it. */
const OUT_OF_MEMORY = /memory exhausted|out of memory|cannot allocate memory/i

function howItEnded({ why, code, signal, ms }: Ended, timeoutMs: number): string {
  const doubt = "It may have done part of its work: check before you run it again."
  if (why === "timeout") {
    return `[Timed out after ${timeoutMs / 1000} s (limit timeout_ms, at most ${MAX_TIMEOUT_MS}) and was ended with all it had started. ${doubt}]`
  }
  if (why === "abort") return `[Stopped after ${ms / 1000} s, with all it had started. ${doubt}]`
  if (signal !== null) return `[Ended by signal ${signal} after ${ms / 1000} s.]`
  return `[Exit code ${code ?? "unknown"} after ${ms / 1000} s${likelySignal(code)}.]`
}

/** A shell says with its own exit code that a signal ended what it ran. */
function likelySignal(code: number | null): string {
  const name = Object.entries(constants.signals).find(([, number]) => number + 128 === code)?.[0]
  return name === undefined ? "" : `, most likely ended by ${name}`
}
