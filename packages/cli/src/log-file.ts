// The log file: what this process did, with the turn's trace id and without secrets. Never stdout; loaded when first used.
import { chmodSync, closeSync, openSync, renameSync, statSync } from "node:fs"
import { dirname } from "node:path"
import type { Event } from "@pawl/agent"
import { type Folders, files, makeFolders } from "./folders.ts"
import { cleaner, redactor } from "./redact.ts"

export interface LogFile {
  info(fields: object, message: string): void
  error(fields: object, message: string): void
  close(): void
}

const silent: LogFile = { info() {}, error() {}, close() {} }
const MOST_BYTES = 10 * 1024 * 1024

/** A log that cannot be written must not stop the work: then there is none. */
export async function openLog(folders: Folders, fields: object): Promise<LogFile> {
  try {
    const file = openFile(files.log(folders))
    const { pino } = await import("pino")
    const redact = redactor(process.env)
    // Before it is JSON, too: there a line's end is a letter, and hides where a secret begins.
    const clean = cleaner(redact)
    const destination = pino.destination({ dest: file, sync: true })
    destination.on("error", () => {})
    const options = { base: { pid: process.pid, ...fields }, hooks: { streamWrite: redact } }
    const logger = pino(options, destination)
    return {
      info: (more, message) => logger.info(clean(more), message),
      error: (more, message) => logger.error(clean(more), message),
      close: () => closeSync(file),
    }
  } catch {
    return silent
  }
}

/** The events worth a line; text is not among them. */
export function logEvents(log: LogFile, session: string): (event: Event) => void {
  let trace: string | undefined
  let model: string | undefined
  return (event) => {
    if (event.type === "turn-start") trace = event.trace
    if (event.type === "iteration-start") model = event.model
    const fields = fieldsOf(event, model)
    if (fields === undefined) return
    log[event.type === "error" ? "error" : "info"]({ session, trace, ...fields }, event.type)
  }
}

function fieldsOf(event: Event, model: string | undefined): object | undefined {
  switch (event.type) {
    case "turn-start":
      return { turn: event.turn }
    case "model-error":
      return { attempt: event.attempt, model, error: event.error }
    case "answer-end":
      return { attempt: event.attempt, model, usage: event.usage }
    case "answer-discarded":
    case "no-tool-call":
      return { attempt: event.attempt, why: event.why }
    case "nudge":
      return { reason: event.reason }
    case "compaction-done":
      return { strategy: event.strategy, why: event.why, tokens: event.tokens, lost: event.lost.length }
    case "compaction-failed":
      return { error: event.error }
    case "error":
      return { code: event.code, error: event.message }
    case "tool-call":
      return { call: event.call, tool: event.name }
    case "approval-settled":
      return { call: event.call, decision: event.decision }
    case "tool-result":
      return { call: event.call, tool: event.name, ms: event.ms }
    case "tool-error":
      return { call: event.call, tool: event.name, outcome: event.outcome, ms: event.ms }
    case "turn-end":
      return { turn: event.turn, outcome: event.outcome, error: event.error, usage: event.usage }
    default:
      return undefined
  }
}

function openFile(path: string): number {
  makeFolders(dirname(path))
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MOST_BYTES) renameSync(path, `${path}.1`)
  const file = openSync(path, "a", 0o600)
  chmodSync(path, 0o600)
  return file
}
