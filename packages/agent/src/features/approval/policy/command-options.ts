// What grants need to know about programs: for which the first words say all that matters, and which may destroy
// something. Any other program is taken exactly as it was written.
import { programOf, readShellLine } from "./shell-words.ts"

/**
 * Options by which programs that otherwise only look write files or run other programs. Git accepts any prefix of them.
 */
const DANGEROUS_OPTIONS = [
  "output",
  "exec",
  "ext-diff",
  "textconv",
  "upload-pack",
  "receive-pack",
  "open-files-in-pager",
  "exec-path",
  "config-env",
]

/** The same for find, which has its own kind of options. */
const DANGEROUS_FIND_OPTION = /^-(?:delete|exec|execdir|ok|okdir|fprint|fprint0|fprintf|fls)$/

/** An option by which a git command does something else than its name says. */
function isDangerousOption(word: string): boolean {
  const [, option] = /^--([a-z-]+)/.exec(word) ?? []
  return option !== undefined && DANGEROUS_OPTIONS.some((each) => each.startsWith(option))
}

/** How many first words say all that matters; undefined where every word does. */
export function significantWords(words: readonly string[]): number | undefined {
  const [program = "", first = "", second = ""] = words
  if (PLAIN.has(program)) return 1
  if (first === "run" && SCRIPTS.has(program) && isPlainWord(second)) return 3
  return TWO_WORDS[program]?.includes(first) === true || (program === "make" && isPlainWord(first)) ? 2 : undefined
}

const PLAIN: ReadonlySet<string> = new Set(["ls", "pwd", "cat", "head", "tail", "wc", "grep", "pytest", "tsc"])
const SCRIPTS: ReadonlySet<string> = new Set(["npm", "pnpm", "yarn"])
const TWO_WORDS: Readonly<Record<string, readonly string[]>> = {
  git: ["status", "log", "diff", "show"],
  npm: ["test"],
  pnpm: ["test"],
  yarn: ["test"],
  cargo: ["build", "check", "test"],
  go: ["build", "test", "vet"],
  vitest: ["run"],
}

function isPlainWord(word: string): boolean {
  return /^[a-zA-Z][\w:.-]*$/.test(word)
}

/** The line destroys, reaches beyond the project, or runs whatever it is given: it needs an approval each time. */
export function isGrave(line: string): boolean {
  const read = readShellLine(line)
  if (read.kind === "commands") return read.commands.some(isGraveCommand)
  // A line too long to parse is never safer for its length.
  if (read.isLong) return true
  // The line cannot be parsed with certainty: any word of it may be what is run, and a substitution may differ each
  // time.
  return /[`$]|[<>]\(/.test(line) || line.split(/[^\w./-]+/).some((word) => isGraveName(programOf(word)))
}

const GRAVE: ReadonlySet<string> = new Set([
  ...["rm", "rmdir", "unlink", "shred", "dd", "mkfs", "truncate", "mv", "chmod", "chown", "ln", "install", "rsync"],
  ...["kill", "pkill", "killall", "shutdown", "reboot", "halt", "poweroff", "systemctl", "service", "crontab", "at"],
  ...["sudo", "doas", "su", "env", "xargs", "eval", "exec", "source", "nohup", "parallel", "ssh", "scp", "sftp"],
  ...["sh", "bash", "zsh", "dash", "ksh", "fish", "busybox", "pwsh", "awk", "gawk", "sed", "perl", "ruby", "php"],
  ...["curl", "wget", "nc", "docker", "podman", "kubectl", "helm", "terraform", "aws", "gcloud", "az", "psql", "mysql"],
])

function isGraveName(program: string): boolean {
  return GRAVE.has(program) || program.startsWith("mkfs.")
}

/** The same for one command, by its words. */
export function isGraveCommand([program = "", ...words]: readonly string[]): boolean {
  const name = programOf(program)
  if (isGraveName(name)) return true
  if (name === "find") return words.some((word) => DANGEROUS_FIND_OPTION.test(word))
  if (name === "git") return !GIT_WORDS.has(words[0] ?? "") || words.some(isDangerousOption)
  // Programs given as text on the command line.
  if (/^(?:python|node|deno|bun|tsx|lua|php)[\d.]*$/.test(name)) return words.some((word) => TEXT_OPTION.test(word))
  return (
    /^(?:npm|pnpm|yarn|cargo|gem|pip3?|twine)$/.test(name) &&
    /^(?:publish|unpublish|upload|yank|exec|dlx|x)$/.test(words[0] ?? "")
  )
}

const TEXT_OPTION = /^-[a-z]*[cepr]|^--(?:eval|print|import|require)/

/** Git commands that neither lose nor send anything; an option before the command ("-c", "-C") is not among them. */
const GIT_WORDS: ReadonlySet<string> = new Set([
  ...[
    "status",
    "log",
    "diff",
    "show",
    "blame",
    "grep",
    "ls-files",
    "rev-parse",
    "describe",
    "shortlog",
    "add",
    "commit",
  ],
  ...["fetch", "init", "cat-file", "ls-tree", "merge-base", "rev-list", "whatchanged"],
])
