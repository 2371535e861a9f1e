// Lines that begin with an exclamation mark run a command of the user's shell: "!" shows its output, "!!" sends it to the model, too.
import { type ChildProcess, spawn } from "node:child_process"
import { named, plain } from "../terminal/plain.ts"
import { world } from "../world.ts"
import type { Room } from "./command.ts"

/** What is shown and sent at most, from the end of the output. */
const MAX_SHOWN = 40
const MAX_KEPT = 100_000

export interface ShellLine {
  readonly command: string
  /** The model gets the output, too. */
  readonly isSent: boolean
}

/** Undefined when the line is a message. */
export function shellIn(line: string): ShellLine | undefined {
  const [, marks, command = ""] = /^(!!?)\s*([^!\s][\s\S]*)$/.exec(line.trim()) ?? []
  return marks === undefined ? undefined : { command, isSent: marks === "!!" }
}

export async function runShell({ conversation, terminal }: Room, { command, isSent }: ShellLine): Promise<void> {
  const soon = setTimeout(() => terminal.tell(terminal.style.dim("  (it runs; Esc or Ctrl-C stops it)")), SAID_MS)
  const { output, end } = await outputOf(command, conversation.settings.workspace).finally(() => clearTimeout(soon))
  const lines = output.split("\n")
  const left = lines.length - MAX_SHOWN
  if (left > 0) terminal.tell(terminal.style.dim(`  \u2026 ${left.toLocaleString("en")} lines before`))
  for (const line of lines.slice(-MAX_SHOWN)) if (output !== "") terminal.tell(`  ${plain(line)}`)
  if (end !== "exit code 0") terminal.tell(terminal.style.yellow(`  ${end}`))
  if (!isSent) return
  conversation.sayInput(`I ran this command: ${named(command)}\nIt ended with ${end} and wrote:\n${output}`)
}

const running = new Set<ChildProcess>()
/** A command that is over sooner needs no word about it. */
const SAID_MS = 1000

/** Stops what runs, with all that it started. False: nothing does. */
export function stopShell(): boolean {
  for (const { pid } of running) if (pid !== undefined) stopGroup(pid)
  return running.size > 0
}

function stopGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGTERM")
  } catch {
    // It has just ended.
  }
}

interface Ended {
  readonly output: string
  readonly end: string
}

function outputOf(command: string, cwd: string): Promise<Ended> {
  const { env } = world()
  // The terminal stays with the conversation, so the command gets no input.
  const stdio: ["ignore", "pipe", "pipe"] = ["ignore", "pipe", "pipe"]
  // In a group of its own, so that all of it can be stopped.
  const child = spawn(env.SHELL || "/bin/sh", ["-c", command], { cwd, env, stdio, detached: true })
  running.add(child)
  child.once("exit", () => running.delete(child)).once("error", () => running.delete(child))
  let output = ""
  const add = (text: string) => {
    output = (output + text).slice(-MAX_KEPT)
  }
  const { stdout, stderr } = child
  for (const stream of [stdout, stderr]) stream.setEncoding("utf8").on("data", add)
  return new Promise((resolve) => {
    child.on("error", ({ message }) => resolve({ output: "", end: `the error "${message}"` }))
    child.on("close", (code, signal) =>
      resolve({ output: output.trimEnd(), end: signal === null ? `exit code ${code}` : `the signal ${signal}` }),
    )
  })
}
