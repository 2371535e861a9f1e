// The run_command tool: runs a shell command in the workspace, with a time limit and bounded output, and leaves nothing
// running afterwards.
import { existsSync } from "node:fs"
import { homedir } from "node:os"
import { join, resolve } from "node:path"
import { defined } from "../base/defined.ts"
import type { Tool, ToolContext } from "../tools/tool.ts"
import { ANYTHING, objectSchema, typedTool } from "../tools/typed-tool.ts"
import { type Confinement, type ConfinementOptions, confinementFor, probeConfinement } from "./command/confinement.ts"
import { controlCharacters } from "./command/control-characters.ts"
import { withoutSecrets } from "./command/environment.ts"
import { HarmlessCommands } from "./command/harmless-commands.ts"
import { MAX_TIMEOUT_MS, reportEnded } from "./command/report-ended.ts"
import { runProcess } from "./command/run-process.ts"
import { pathOutside } from "./command/search-path.ts"
import { withFolder } from "./confined/open-folder.ts"
import { shownPath, type Workspace } from "./confined/workspace.ts"

/** How the built-in tool for commands works. */
export interface CommandOptions {
  /** The whole environment of commands. Default: that of this process, without variables that look like secrets. */
  readonly env?: NodeJS.ProcessEnv
  /** Lets confined commands use the network. Default: false. */
  readonly allowNetwork?: boolean
  /** Folders that confined commands can read besides the workspace, for toolchains: "~/.cargo", "/opt/go". */
  readonly readOnlyFolders?: readonly string[]
}

interface Input {
  readonly command: string
  readonly cwd?: string
  readonly timeout_ms?: number
}

const DEFAULT_TIMEOUT_MS = 120_000

const INPUT = {
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
} as const

/** `cage`: from `cageFor`, if it was asked before. */
export function runCommand(workspace: Workspace, options: CommandOptions, cage = optionsOf(workspace, options)): Tool {
  const shell = shellFor(workspace, cage)
  const { harmless } = shell
  return typedTool<Input>({
    name: "run_command",
    description: `Runs a shell command in the workspace and returns its output and exit code. It gets no input, and what it leaves in the background is ended with it. ${describe(shell.confinement, options)}`,
    input: objectSchema(INPUT),
    // A command that needs no approval only reads.
    effect: (input) => (harmless.has(input) ? "read" : "once"),
    risk: "unknown",
    approval: (input) => harmless.mustAsk(input),
    refuses: ({ command }) => controlCharacters(command),
    touches: () => [ANYTHING],
    preview: ({ command, cwd }) => `${cwd === undefined ? "" : `cd ${shownPath(workspace, cwd)}\n`}$ ${command}`,
    // Our own time limit comes first and reports what the command has printed until then.
    timeoutMs: MAX_TIMEOUT_MS + 10_000,
    // How the command ended is reported at the end of the result.
    cutAt: "middle",
    run: (input, context) => runIn(shell, input, context),
  })
}

/** The shell, environment and sandbox of this workspace's commands. */
interface Shell {
  readonly workspace: Workspace
  readonly file: string
  readonly env: NodeJS.ProcessEnv
  readonly confinement: Confinement
  readonly harmless: HarmlessCommands
}

/** Finds out how commands can be confined, without blocking. */
export function cageFor(workspace: Workspace, options: CommandOptions): Promise<ConfinementOptions> {
  return probeConfinement(optionsOf(workspace, options))
}

function shellFor(workspace: Workspace, cage: ConfinementOptions): Shell {
  const { root, env } = cage
  return {
    workspace,
    file: existsSync("/bin/bash") ? "/bin/bash" : "/bin/sh",
    env,
    confinement: confinementFor(cage),
    harmless: new HarmlessCommands(root, env),
  }
}

function optionsOf({ root }: Workspace, options: CommandOptions): ConfinementOptions {
  const { allowNetwork = false } = options
  const given = options.env ?? withoutSecrets(process.env)
  const env = { ...given, ...defined({ PATH: pathOutside(root, given.PATH) }) }
  const readOnlyFolders = (options.readOnlyFolders ?? []).map((each) => resolve(each.replace(/^~(?=\/|$)/, homedir())))
  return { root, env, allowNetwork, readOnlyFolders }
}

async function runIn(shell: Shell, input: Input, { signal, output }: ToolContext): Promise<string> {
  const { workspace, file, env, confinement, harmless } = shell
  const { root } = workspace
  const { command, cwd = ".", timeout_ms: timeoutMs = DEFAULT_TIMEOUT_MS } = input
  const folder = await withFolder(workspace, cwd, async (_, shown) => join(root, shown))
  const isUnasked = harmless.isUnasked(input)
  const looking = folder === root ? harmless.lookingOf(command, isUnasked) : undefined
  // One stream for stdout and stderr keeps their order. All on one line, so that line numbers stay correct.
  const args = ["-c", `exec 2>&1; ${looking?.prelude ?? ""}${command}`]
  const line = confinement.wrap({ file, args, cwd: folder, env: { ...(looking?.env ?? env), PWD: folder } })
  const ended = await runProcess(line, { timeoutMs, signal, onOutput: output })
  return reportEnded(ended, timeoutMs, { ...confinement, isUnasked, skipsSecrets: looking?.skipsSecrets === true })
}

function describe({ missing }: Confinement, { allowNetwork }: CommandOptions): string {
  if (missing !== undefined) {
    return `It is NOT confined (${missing}): it can read and change whatever the user can, also outside the workspace, and use the network.`
  }
  const network = allowNetwork ? "It may use the network." : "It has no network."
  return `It is confined: only the workspace and a private /tmp can be written, and beside them only the system's programs can be read. ${network}`
}
