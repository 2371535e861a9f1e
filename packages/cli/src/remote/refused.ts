// What a command cannot do on a server: one sentence each, that says what to do instead.
import { EXIT } from "../exit-codes.ts"
import { Failure } from "../failure.ts"
import { RUN_OPTIONS } from "../line/options.ts"
import type { Flags } from "../line/parse.ts"

/** Commands that work with the sessions of a server as with those of this machine. */
const REMOTE: ReadonlySet<string> = new Set([
  "sessions",
  "show",
  "stats",
  "usage",
  "trace",
  "resume",
  "send",
  "cancel",
  "fork",
  "undo",
  "rewind",
  "effects",
  "audit",
  "context",
  "permissions",
])

/** Options of a run that are about this side of it. */
export const LOCAL_OPTIONS: ReadonlySet<string> = new Set(["approve", "priority", "thinking", "model"])

/** What these commands do only here. */
const HERE_ONLY: Readonly<Record<string, readonly string[]>> = {
  sessions: ["backup", "vacuum"],
  permissions: ["allow"],
}

export function worksOnServer(command: string | undefined, [first = ""]: readonly string[]): boolean {
  if (command !== undefined && HERE_ONLY[command]?.includes(first)) return false
  return command === undefined || REMOTE.has(command)
}

/**
 * Called where a server is meant, by `--server` or PAWL_SERVER. `command`: undefined for a prompt or a conversation. Returns
 * the flags to run it with: the variable alone is not about a command that works only here.
 */
export function flagsForServer(command: string | undefined, words: readonly string[], flags: Flags): Flags {
  if (command !== undefined && !worksOnServer(command, [])) {
    if (flags.has("server")) throw onlyHere(`pawl ${command}`)
    return new Map([...flags, ["server", ""]])
  }
  if (!worksOnServer(command, words)) throw onlyHere(`pawl ${command} ${words[0]}`)
  const setting = RUN_OPTIONS.find((name) => flags.has(name) && !LOCAL_OPTIONS.has(name))
  if (setting !== undefined && command !== "send")
    throw new Failure(
      EXIT.usage,
      `--${setting} is a setting of the server's agent: set it there, and leave it out with --server.`,
    )
  return flags
}

export function onlyHere(what: string): Failure {
  return new Failure(
    EXIT.usage,
    `"${what}" works on the machine that has the data: run it there, without --server and PAWL_SERVER.`,
  )
}
