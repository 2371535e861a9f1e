// How commands run that need no approval: with the system's programs, a minimal environment, and a git that runs no
// program that a repository configures. A repository's settings are untrusted input, and they can name programs.
import { join } from "node:path"
import { knownWords } from "../../features/approval/policy/known-words.ts"
import { GIT as GIT_FOLDER } from "../../features/approval/policy/secret-files.ts"
import { leftOut } from "../../features/approval/policy/secret-paths.ts"
import { readShellLine } from "../../features/approval/policy/shell-words.ts"
import { isSystemProgram, SYSTEM_PATH } from "./search-path.ts"

export interface RestrictedRun {
  /** Put before the command on the same line, so that line numbers stay correct. */
  readonly prelude: string
  readonly env: NodeJS.ProcessEnv
  /** The command is a search that skips files whose names suggest secrets. */
  readonly skipsSecrets: boolean
}

interface LookingHow {
  readonly env: NodeJS.ProcessEnv
  /** The command runs without approval. An approver has seen the files that are named, and may want them searched. */
  readonly isUnasked: boolean
}

/** Undefined when the system has no such program. `line`: a command that is known to only read. */
export function restrictedRun(root: string, line: string, { env, isUnasked }: LookingHow): RestrictedRun | undefined {
  const read = readShellLine(line)
  if (read.kind === "unclear") return undefined
  const programs = new Set(read.commands.map(([program = ""]) => program))
  if (![...programs].every((name) => name === "pwd" || isSystemProgram(name))) return undefined
  const plain = Object.entries(env).filter(([name]) => /^(?:LANG|LANGUAGE|LC_\w+|TZ|TERM|USER|LOGNAME)$/.test(name))
  const skipsSecrets = isUnasked && read.commands.some((words) => knownWords(words)?.searches !== undefined)
  return {
    skipsSecrets,
    prelude: [isUnasked ? LIMIT : "", programs.has("git") ? GIT : "", skipsSecrets ? grep() : ""].join(""),
    env: { ...Object.fromEntries(plain), PATH: SYSTEM_PATH, HOME: "/nonexistent", ...gitEnvironment(root) },
  }
}

/** For each process of the command. A pattern or a format can ask for any amount of memory. */
export const MEMORY_GB = 2
const LIMIT = `ulimit -v ${MEMORY_GB * 1024 * 1024} 2>/dev/null; `

/** Made for the first search: there are hundreds of exclusions, and most programs search nothing. */
function grep(): string {
  made ??= grepWithout(notSearched())
  return made
}

let made: string | undefined

/** The .git folder is skipped whole: it may hold URLs with passwords, also in files we do not know of. */
function notSearched(): readonly string[] {
  return [...leftOut().map((glob) => `'--exclude=${glob}' '--exclude-dir=${glob}'`), `'--exclude-dir=${GIT_FOLDER}'`]
}

/** The exclusions come after all other options, because the last match counts, but before "--", which ends options. */
function grepWithout(exclusions: readonly string[]): string {
  return [
    `out="${exclusions.join(" ")}";`,
    ` grep() { left=$#; ends=; while [ "$left" -gt 0 ]; do`,
    ` if [ "$1" = -- ] && [ -z "$ends" ]; then ends=1; eval "set -- \\"\\$@\\" $out"; fi;`,
    ` set -- "$@" "$1"; shift; left=$((left-1)); done;`,
    ` [ -n "$ends" ] || eval "set -- \\"\\$@\\" $out"; command grep "$@"; }; `,
  ].join("")
}

/** These override the repository's settings. */
const SETTINGS: Readonly<Record<string, string>> = {
  "core.fsmonitor": "false",
  "core.pager": "cat",
  "core.hooksPath": "/dev/null",
  "core.sshCommand": "false",
  "core.gitProxy": "false",
  // Only parts of a large repository are mapped at once, because of the memory limit.
  "core.packedGitWindowSize": "32m",
  "core.packedGitLimit": "256m",
  "core.askPass": "false",
  "core.editor": "false",
  "core.alternateRefsCommand": "false",
  "core.attributesFile": "/dev/null",
  "core.excludesFile": "/dev/null",
  "commit.template": "/dev/null",
  "credential.helper": "",
  "diff.external": "",
  "diff.autoRefreshIndex": "false",
  "diff.orderFile": "/dev/null",
  "diff.submodule": "short",
  "diff.ignoreSubmodules": "dirty",
  "gpg.program": "false",
  "gpg.openpgp.program": "false",
  "gpg.x509.program": "false",
  "gpg.ssh.program": "false",
  "gpg.ssh.allowedSignersFile": "/dev/null",
  "gpg.ssh.revocationFile": "/dev/null",
  "gpg.ssh.defaultKeyCommand": "false",
  "log.showSignature": "false",
  "log.diffMerges": "separate",
  "mailmap.file": "/dev/null",
  "protocol.allow": "never",
  "status.submoduleSummary": "false",
  "submodule.recurse": "false",
}

/**
 * Options without an environment variable, and the settings once more for a git that is too old to read them from
 * variables. Neither reaches the settings of a submodule, so submodules are compared by commit and not looked into.
 */
const GIT = [
  `git() { name="$1"; shift; case "$name" in status) set -- --ignore-submodules=dirty "$@" ;;`,
  ` *) set -- --no-ext-diff --no-textconv --ignore-submodules=dirty --submodule=short "$@" ;; esac;`,
  ` command git --no-pager ${Object.entries(SETTINGS)
    .map(([key, value]) => `-c '${key}=${value}'`)
    .join(" ")} "$name" "$@"; }; `,
].join("")

function gitEnvironment(root: string): NodeJS.ProcessEnv {
  const settings = Object.entries(SETTINGS)
  const folder = join(root, ".git")
  return {
    // Set explicitly, so that neither files in the repository nor parent folders decide where it is.
    GIT_DIR: folder,
    GIT_COMMON_DIR: folder,
    GIT_WORK_TREE: root,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_LAZY_FETCH: "1",
    // Empty: missing objects are not fetched.
    GIT_ALLOW_PROTOCOL: "",
    GIT_PROTOCOL_FROM_USER: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "false",
    GIT_SSH_COMMAND: "false",
    GIT_PAGER: "cat",
    PAGER: "cat",
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([key, value], place) => [
        [`GIT_CONFIG_KEY_${place}`, key],
        [`GIT_CONFIG_VALUE_${place}`, value],
      ]),
    ),
  }
}
