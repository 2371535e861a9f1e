// How commands run that nobody was asked about: with the system's programs, an environment of their own, and a git that runs
// nothing a repository asks for. A repository's settings are its author's words, and they name programs.
import { join } from "node:path"
import { knownWords } from "../../features/approval/policy/known-words.ts"
import { GIT as GIT_FOLDER } from "../../features/approval/policy/secret-files.ts"
import { LEFT_OUT } from "../../features/approval/policy/secret-paths.ts"
import { readShellLine } from "../../features/approval/policy/shell-words.ts"
import { isSystemProgram, SYSTEM_PATH } from "./search-path.ts"

export interface Looking {
  /** Stands before the line, on the same line, so that line numbers stay. */
  readonly prelude: string
  readonly env: NodeJS.ProcessEnv
  /** A search that does not look into files with names of secrets. */
  readonly leavesOut: boolean
}

interface LookingHow {
  readonly env: NodeJS.ProcessEnv
  /** Nobody was asked. Who was asked has seen what is named, and may mean it. */
  readonly isUnasked: boolean
}

/** Undefined where the system has no such program of its own. `line`: known to look only. */
export function lookingAt(root: string, line: string, { env, isUnasked }: LookingHow): Looking | undefined {
  const read = readShellLine(line)
  if (read.kind === "unclear") return undefined
  const programs = new Set(read.commands.map(([program = ""]) => program))
  if (![...programs].every((name) => name === "pwd" || isSystemProgram(name))) return undefined
  const plain = Object.entries(env).filter(([name]) => /^(?:LANG|LANGUAGE|LC_\w+|TZ|TERM|USER|LOGNAME)$/.test(name))
  const leavesOut = isUnasked && read.commands.some((words) => knownWords(words)?.searches !== undefined)
  return {
    leavesOut,
    prelude: [isUnasked ? LIMIT : "", programs.has("git") ? GIT : "", leavesOut ? GREP : ""].join(""),
    env: { ...Object.fromEntries(plain), PATH: SYSTEM_PATH, HOME: "/nonexistent", ...gitEnvironment(root) },
  }
}

/** For each process of the line. A pattern or a format can ask for any amount. */
export const MEMORY_GB = 2
const LIMIT = `ulimit -v ${MEMORY_GB * 1024 * 1024} 2>/dev/null; `

/** What is git's own may hold addresses with passwords, also in places that nobody knows. */
const NOT_SEARCHED = [
  ...LEFT_OUT.map((glob) => `'--exclude=${glob}' '--exclude-dir=${glob}'`),
  `'--exclude-dir=${GIT_FOLDER}'`,
]

/** Behind all other options, for the last one that fits counts; but before "--", which ends them. */
const GREP = [
  `out="${NOT_SEARCHED.join(" ")}";`,
  ` grep() { left=$#; ends=; while [ "$left" -gt 0 ]; do`,
  ` if [ "$1" = -- ] && [ -z "$ends" ]; then ends=1; eval "set -- \\"\\$@\\" $out"; fi;`,
  ` set -- "$@" "$1"; shift; left=$((left-1)); done;`,
  ` [ -n "$ends" ] || eval "set -- \\"\\$@\\" $out"; command grep "$@"; }; `,
].join("")

/** Set over whatever the repository says. */
const SETTINGS: Readonly<Record<string, string>> = {
  "core.fsmonitor": "false",
  "core.pager": "cat",
  "core.hooksPath": "/dev/null",
  "core.sshCommand": "false",
  "core.gitProxy": "false",
  // Of a large repository only parts are held at once: there is a limit.
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
 * Options that no variable stands for; and the settings once more, for a git that is too old to take them from variables. A
 * repository inside this one has settings of its own, which neither reaches: it is compared by its commit, and not looked into.
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
    // Named, so that neither the files in it nor the folders above say where it is.
    GIT_DIR: folder,
    GIT_COMMON_DIR: folder,
    GIT_WORK_TREE: root,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_LAZY_FETCH: "1",
    // Empty: what is missing is fetched from nowhere.
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
