// Reports to the model how a command ended: its output, then notes about it.
import { constants } from "node:os"
import { stripVTControlCharacters } from "node:util"
import { ToolFailure } from "../../tools/tool.ts"
import type { Confinement } from "./confinement.ts"
import { MEMORY_GB } from "./restricted-run.ts"
import type { Ended } from "./run-process.ts"

export const MAX_TIMEOUT_MS = 600_000

export interface Ran extends Pick<Confinement, "missing" | "isClosed"> {
  readonly isUnasked: boolean
  readonly skipsSecrets: boolean
}

export function reportEnded(
  ended: Ended,
  timeoutMs: number,
  { missing, isClosed, isUnasked, skipsSecrets }: Ran,
): string {
  const notes = [howItEnded(ended, timeoutMs)]
  if (isUnasked && ended.code !== 0 && OUT_OF_MEMORY.test(ended.output))
    notes.push(`[It ran out of memory: what runs without asking gets ${MEMORY_GB} GB. Ask for less at once.]`)
  if (skipsSecrets)
    notes.push("[Files and folders with names of secrets (.env, *.key, ...) were left out of the search, and .git.]")
  if (ended.hadBackground) {
    notes.push("[It left processes in the background; they were ended. Run a server and what needs it in one command.]")
  }
  if (missing !== undefined) notes.push(`[This command was not confined: ${missing}.]`)
  if (!isClosed) notes.push("[Processes that it started and that left its group on purpose may live on.]")
  const output = stripVTControlCharacters(ended.output).trimEnd()
  const all = [output === "" ? "[No output.]" : output, ...notes].join("\n")
  // The text is the command's output, so it is not cleaned like an error message.
  const shown = { isOutput: true } as const
  if (ended.why === "timeout") throw new ToolFailure("command-timeout", all, "timeout", shown)
  if (ended.why === "abort") throw new ToolFailure("command-stopped", all, "error", shown)
  return all
}

/** The words of the C library and of the programs that run without approval. */
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

/** A shell exits with 128 plus the signal's number when a signal ended its command. */
function likelySignal(code: number | null): string {
  const name = Object.entries(constants.signals).find(([, number]) => number + 128 === code)?.[0]
  return name === undefined ? "" : `, most likely ended by ${name}`
}
